package org.apache.spark.scheduler.tiercel

import java.time.Duration
import java.util.concurrent.atomic.AtomicBoolean
import java.util.function.Consumer

import scala.concurrent.Future
import scala.jdk.CollectionConverters._

import io.tiercel.assign.{AssignmentPolicies, AssignmentPolicy}
import io.tiercel.config.Settings
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool
import io.tiercel.hdfs.host.HostRegistry
import io.tiercel.hdfs.locate.{BlockLocator, LocatorSettings}
import io.tiercel.security.HadoopSecurity
import io.tiercel.spark.{
  FaultLog,
  GuardedListener,
  SchedulerWarmup,
  SerialExecutor,
  TiercelKeys,
  TiercelDriver,
  WaitPolicy
}
import io.tiercel.spark.account.{ApplicationRecorder, DriverMetric, DriverMetrics}
import io.tiercel.spark.cache.ApplicationCaches
import io.tiercel.spark.event.TiercelEvent
import io.tiercel.spark.input.{ColumnShares, InputExtraction, MeasuredScoreUpdater, QueryTables, ScoreTable, StageInput}
import io.tiercel.spark.memory.{CoordinatorConnection, ExecutorPreferences}
import io.tiercel.spark.plan.{ApplicationPlans, PlannedTaskSet}
import io.tiercel.spark.prefetch.ApplicationPrefetcher
import io.tiercel.spark.prefetch.learn.{StageKind, TaskMeasurement}
import io.tiercel.stage.{HoldRule, TaskDurations}
import org.apache.hadoop.security.UserGroupInformation

import org.apache.spark.{SparkContext, Success}
import org.apache.spark.internal.config.{DYN_ALLOCATION_ENABLED, LOCALITY_WAIT}
import org.apache.spark.scheduler.{SparkListenerTaskEnd, TiercelTaskSetManager}
import org.apache.spark.util.RpcUtils
import org.apache.spark.scheduler.tiercel.JavaValues._

/** The parts of Tiercel that live as long as an application and its scheduler. */
private[spark] class TiercelSession(sc: SparkContext, rackOfHost: String => Option[String]) {
  import TiercelSession._

  /** Before Spark has the id itself. */
  @volatile private var submittedId: Option[String] = None

  val settings: Settings = TiercelKeys.read(sc.conf)
  val metrics = new DriverMetrics
  val faults = new FaultLog(() => metrics.count(DriverMetric.ERRORS))
  val hosts = new HostRegistry((host: String) => rackOfHost(host).toJava)
  val scores = new ScoreTable(settings)
  val durations: TaskDurations = TaskDurations.ofApplication()
  val locateBudget: Duration = settings.get(TiercelKeys.LOCATE_BUDGET)
  val policyName: String = settings.get(TiercelKeys.POLICY)

  val policy: AssignmentPolicy = newPolicy()

  protected def newPolicy(): AssignmentPolicy = {
    val named = AssignmentPolicies.named(policyName)
    if (settings.get(TiercelKeys.PRUNE)) {
      named.pruned(math.max(1, sc.hadoopConfiguration.getInt("dfs.replication", 3))).orElse(named)
    } else {
      named
    }
  }

  /** Under `stock` Spark's own code decides, not our model of it. */
  val sparkDecides: Boolean = policy.isEngineDefault

  val hold: HoldRule =
    if (settings.get(TiercelKeys.HOLD)) {
      HoldRule.of(policy.holdScope, sc.conf.get(LOCALITY_WAIT), settings.get(TiercelKeys.SCORE_UNIT))
    } else {
      HoldRule.NEVER
    }

  val events: Consumer[TiercelEvent] = (event: TiercelEvent) => sc.listenerBus.post(event)

  private lazy val blockLocator = new BlockLocator(sc.hadoopConfiguration, hosts, LocatorSettings.DEFAULT)

  /** None if shared storage is read without caches. */
  val caches: Option[ApplicationCaches] = ApplicationCaches.of(sc).toScala

  /** None unless input is brought into caches before its tasks start. */
  val filledCaches: Option[ApplicationCaches] = caches.filter(_.prefetches)

  private lazy val cacheListings = new DaemonPool("tiercel-cache-locator", CacheListings)

  lazy val locator: StageInput.InputLocator = {
    val blocks: StageInput.InputLocator = blockLocator.request(_)
    caches.fold(blocks)(_.locator(sc.hadoopConfiguration, hosts, blocks, cacheListings.run(_)))
  }

  /** None without a coordinator. */
  val memory: Option[CoordinatorConnection] = settings.find(TiercelKeys.COORDINATOR).toScala.flatMap { coordinator =>
    guarded("there is no connection to the coordinator", Option.empty[CoordinatorConnection]) {
      val coordinators = HadoopSecurity.coordinators(sc.hadoopConfiguration, coordinator)
      val security = HadoopSecurity.ofUser(sc.hadoopConfiguration, UserGroupInformation.getCurrentUser)
      val job = settings.find(TiercelKeys.JOB)
      val id = () => submittedId.getOrElse(sc.applicationId)
      Some(
        new CoordinatorConnection(coordinators, security, () => job.orElseGet(() => id()), hosts, faults, events)
      )
    }
  }

  memory.foreach(connection => metrics.coordinator(() => connection.isReached))

  private val asksAsNeeded = sc.conf.get(DYN_ALLOCATION_ENABLED)

  /** None unless YARN is to be told where executors read fastest, and there is a coordinator. */
  private val preferences: Option[ExecutorPreferences] = memory
    .filter(_ => sc.master == "yarn" && settings.get(TiercelKeys.YARN_EXECUTORS))
    .filter(_ => asksAsNeeded || settings.find(TiercelKeys.YARN_INPUT).isPresent)
    .map(new ExecutorPreferences(_, faults, answerBudget))

  private val namedInput: Option[NamedInput] =
    guarded(AnyExecutors, Option.empty[NamedInput])(NamedInput.of(this, sc.hadoopConfiguration, preferences))

  /** None unless Spark asks YARN for executors as its stages need them. */
  def executors: Option[ExecutorPreferences] = preferences.filter(_ => asksAsNeeded)

  /** Whether YARN learns on which hosts executors would read fastest. */
  def tellsYarn: Boolean = preferences.nonEmpty

  /** Completes when the ResourceManager knows what waiting tasks prefer, or after a while. */
  def whenYarnKnows: Future[Any] =
    executors.fold[Future[Any]](Future.unit)(_.whenHeard().toFuture)

  /** At most half of `spark.rpc.askTimeout`: Spark fails a request that takes all of it. */
  private def answerBudget: Duration = {
    val most = Duration.ofMillis(RpcUtils.askRpcTimeout(sc.conf).duration.toMillis / 2)
    if (most.compareTo(AnswerBudget) < 0) most else AnswerBudget
  }

  /** A stage says what it reads, so what the user has named counts no more. */
  def stageSaysInput(): Unit = namedInput.foreach(_.end())

  /** Waits for the locations of the input that the user names, within a budget. */
  def locateNamedInput(): Unit = guarded(AnyExecutors, ())(namedInput.foreach(_.locate()))

  /** The application has its id. Only the first call counts. */
  def submitted(application: String): Unit = if (isSubmitted.compareAndSet(false, true)) {
    submittedId = Some(application)
    guarded("there is no connection to the coordinator", ())(memory.foreach(_.open()))
    guarded(AnyExecutors, ()) {
      // In client mode Spark does not know the attempt of its application master; the first is the usual one.
      preferences.foreach(_.open(application, sc.taskScheduler.applicationAttemptId().fold(1)(_.toInt)))
      namedInput.foreach(_.tell())
    }
  }

  private val isSubmitted = new AtomicBoolean

  /** How many tasks of a resource profile an executor runs at a time. */
  def tasksPerExecutor(profile: Int): Int =
    math.max(1, sc.resourceProfileManager.resourceProfileFromId(profile).maxTasksPerExecutor(sc.conf))

  /** None if each round is decided by itself. */
  val plans: Option[ApplicationPlans] =
    if (policy.plansStages) {
      val followsPins = sc.hadoopConfiguration.getBoolean(TiercelDriver.PINNED_FIRST, false)
      val leastHold = if (settings.get(TiercelKeys.HOLD)) sc.conf.get(LOCALITY_WAIT) / 1e3 else -1
      Some(new ApplicationPlans(leastHold, memory.toJava, followsPins))
    } else {
      None
    }

  /** None unless the user asks for it. */
  val prefetching: Option[ApplicationPrefetcher] =
    guarded("nothing is prefetched", Option.empty[ApplicationPrefetcher]) {
      ApplicationPrefetcher.of(settings, memory.toJava, hosts, faults, events, () => sc.applicationId).toScala
    }

  private val agentScores: Option[MeasuredScoreUpdater] =
    guarded("scores stay fixed", Option.empty[MeasuredScoreUpdater]) {
      MeasuredScoreUpdater.of(settings, memory.toJava, scores).toScala
    }

  /** Has scores of later stages follow what agents have measured, if the user asks for that. */
  def measureScores(): Unit = guarded("scores stay fixed", ())(agentScores.foreach(_.look()))

  /** The shares of columns that queries read. */
  val columnShares = new ColumnShares

  /** The kinds of the scans of queries. A query that is planned anew replaces its own. */
  val scanKinds = new QueryTables[StageKind]((_, now) => now)

  /** Whether the scans of queries are planned for together. */
  val plansQueries: Boolean = prefetching.nonEmpty && settings.get(TiercelKeys.PREFETCH_QUERIES)

  /** None unless something is prefetched. Made for the first query. */
  lazy val queries: Option[QueryInputs] = prefetching.map(new QueryInputs(this, _))

  /** True at the first call. */
  def claimFirstQuery(): Boolean = asked.compareAndSet(false, true)

  private val asked = new AtomicBoolean

  lazy val recorder: ApplicationRecorder = settings.find(TiercelKeys.RECORD_DIR).toScala match {
    case Some(directory) =>
      val most: Long = settings.find(TiercelKeys.RECORD_SIZE).toScala.fold(Long.MaxValue)(_.longValue)
      ApplicationRecorder.inDirectory(sc.applicationId, directory, most)
    case None => ApplicationRecorder.inLog(sc.applicationId)
  }

  /** Runs what must not run under the scheduler's lock: pricing, summaries, and offers when a wait is over. */
  private val background = new SerialExecutor("tiercel-background", BackgroundFailure, faults)

  private val locateWaits = new WaitPolicy(MostLateLocations)

  @volatile private var warmup: Option[SchedulerWarmup] = None

  /** Runs the code of a first round and of a first plan once, in the background. */
  def warmUp(): Unit = guarded("the scheduler was not warmed up", ()) {
    prefetching.foreach(_.warmUp())
    warmup = Some(SchedulerWarmup.start(() => blockLocator, policy, scores, TiercelSession.OfFirstRound.asJava))
  }

  /** Connects to the coordinator, if there is one. The application has its id now. */
  def open(): Unit = {
    submitted(sc.applicationId)
    if (sc.deployMode == "cluster") {
      guarded(AnyExecutors, ())(namedInput.foreach(_.awaitHeard()))
    }
    guarded("devices are as fast as guessed at first", ())(plans.foreach(_.measureDevices()))
    guarded("the prefetcher does not learn how long tasks compute", ()) {
      prefetching.foreach(each => sc.addSparkListener(new TaskMetricsListener(each)))
    }
  }

  /** Runs `action` in the background; not at all once the session is closed. */
  def later(delayMillis: Long, where: String = BackgroundFailure)(action: => Unit): Unit =
    background.schedule(() => guarded(where, ())(action), Duration.ofMillis(delayMillis))

  /** Waits for the locations of a stage's input within the budget, unless the last answers all came late. */
  def awaitLocations(input: StageInput): Unit = {
    val start = System.nanoTime()
    if (locateWaits.isWorthWaiting && !input.await(locateBudget)) {
      locateWaits.missed()
    }
    input.whenLocated(() => locateWaits.answered(System.nanoTime() - start, locateBudget))
  }

  /** Runs `action`; if it fails, logs that once and returns `otherwise`. */
  def guarded[T](where: String, otherwise: => T)(action: => T): T =
    try action
    catch {
      case e: Throwable if FaultLog.isSurvivable(e) =>
        faults.report(where, e)
        otherwise
    }

  def close(): Unit = {
    warmup.foreach(_.close())
    guarded("summaries of the last stages are missing", ())(background.close(() => (), CloseBudget))
    if (asked.get) {
      queries.foreach(_.close())
    }
    guarded("prefetching did not end", ())(prefetching.foreach(_.close()))
    guarded("YARN was not told of the end", ())(preferences.foreach(_.close()))
    guarded("the locator of named input did not close", ())(namedInput.foreach(_.close()))
    guarded("the connection to the coordinator did not end", ())(memory.foreach(_.close()))
    guarded("stage summaries were not written in full", ())(recorder.close())
    guarded("the block locator did not close", ())(blockLocator.close())
    guarded("the locator of caches did not close", ())(cacheListings.close())
    ApplicationCaches.forget(sc)
    hosts.close()
  }
}

private[scheduler] object TiercelSession {
  private val AnyExecutors = "executors start where YARN puts them"
  private val BackgroundFailure = "a background action failed"

  /** For YARN's knowledge of preferences, which usually takes a tenth of a second. */
  private val AnswerBudget = Duration.ofSeconds(5)

  /** Late answers in a row after which submissions of stages do not wait for locations. */
  private val MostLateLocations = 3

  /** Directories of shared storage that are listed at a time. */
  private val CacheListings = 4

  /** Most time that the end of the application waits for the summaries of its last stages. */
  private val CloseBudget = Duration.ofSeconds(10)

  /** Classes that otherwise load with the first stage. */
  private val OfFirstRound: Seq[String] = Seq(
    classOf[LocatedTaskSet],
    classOf[MatchedRounds],
    classOf[PlannedRounds],
    classOf[PlanReporter],
    classOf[PlannedTaskSet],
    classOf[PricedInput],
    classOf[OfferRound],
    TaskSetInputs.getClass,
    classOf[TiercelTaskSetManager],
    classOf[InputExtraction]
  ).map(_.getName)
}

/** Passes the metrics of successful tasks to the prefetcher. */
private final class TaskMetricsListener(prefetching: ApplicationPrefetcher)
    extends GuardedListener("the prefetcher does not learn how long tasks compute") {
  override def onTaskEnd(end: SparkListenerTaskEnd): Unit = guard { () =>
    if (end.reason == Success && end.taskMetrics != null) {
      prefetching.measured(
        new TaskMeasurement(
          end.stageId,
          end.stageAttemptId,
          end.taskInfo.index,
          end.taskInfo.executorId,
          end.taskInfo.launchTime,
          end.taskInfo.finishTime,
          end.taskMetrics.executorCpuTime,
          end.taskMetrics.executorRunTime
        )
      )
    }
  }
}
