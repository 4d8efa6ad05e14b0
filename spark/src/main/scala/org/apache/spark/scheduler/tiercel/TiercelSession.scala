package org.apache.spark.scheduler.tiercel

import java.time.Duration
import java.util.concurrent.{ScheduledExecutorService, TimeUnit}
import java.util.concurrent.atomic.AtomicBoolean

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.tiercel.assign.{AssignmentPolicies, AssignmentPolicy, StockPolicy, TridentPolicy}
import io.tiercel.config.Settings
import io.tiercel.hdfs.host.HostRegistry
import io.tiercel.hdfs.locate.{BlockLocator, LocatorSettings}
import io.tiercel.spark.{FaultLog, SchedulerWarmup, SparkSettings, TiercelKeys}
import io.tiercel.spark.account.ApplicationRecorder
import io.tiercel.spark.event.{EventSink, TiercelEvent}
import io.tiercel.spark.input.{
  ColumnShares,
  InputExtraction,
  InputLocator,
  MeasuredScoreUpdater,
  QueryTables,
  ScoreTable
}
import io.tiercel.spark.memory.CoordinatorConnection
import io.tiercel.spark.prefetch.ApplicationPrefetcher
import io.tiercel.spark.prefetch.learn.StageKind
import io.tiercel.stage.{HoldRule, TaskDurations}
import org.apache.hadoop.security.UserGroupInformation

import org.apache.spark.SparkContext
import org.apache.spark.internal.config.LOCALITY_WAIT
import org.apache.spark.scheduler.TiercelTaskSetManager
import org.apache.spark.util.ThreadUtils

/** What lives as long as an application and its scheduler. */
private[scheduler] class TiercelSession(sc: SparkContext, rackOfHost: String => Option[String]) {
  val settings: Settings = SparkSettings.read(sc.conf)
  val faults = new FaultLog
  val hosts = new HostRegistry((host: String) => rackOfHost(host).toJava)
  val scores = new ScoreTable(settings)
  val durations: TaskDurations = TaskDurations.ofApplication()
  val locateBudget: Duration = settings.get(TiercelKeys.LOCATE_BUDGET)
  val policyName: String = settings.get(TiercelKeys.POLICY)

  val policy: AssignmentPolicy = newPolicy()

  protected def newPolicy(): AssignmentPolicy =
    if (policyName == TridentPolicy.NAME && settings.get(TiercelKeys.PRUNE)) {
      TridentPolicy.pruning(math.max(1, sc.hadoopConfiguration.getInt("dfs.replication", 3)))
    } else {
      AssignmentPolicies.named(policyName)
    }

  /** Under `stock` Spark's own code decides, not our model of it. */
  val sparkDecides: Boolean = policyName == StockPolicy.NAME

  val hold: HoldRule =
    if (settings.get(TiercelKeys.HOLD)) {
      HoldRule.under(policyName, sc.conf.get(LOCALITY_WAIT), settings.get(TiercelKeys.SCORE_UNIT))
    } else {
      HoldRule.NEVER
    }

  /** What is said of this application to whoever listens. */
  val events: EventSink = (event: TiercelEvent) => sc.listenerBus.post(event)

  private lazy val blockLocator = new BlockLocator(sc.hadoopConfiguration, hosts, LocatorSettings.DEFAULT)

  lazy val locator: InputLocator = InputLocator.of(blockLocator)

  /** None without a coordinator. */
  val memory: Option[CoordinatorConnection] = settings.find(TiercelKeys.COORDINATOR).toScala.flatMap { coordinator =>
    guarded("there is no connection to the coordinator", Option.empty[CoordinatorConnection]) {
      val user = UserGroupInformation.getCurrentUser.getShortUserName
      val job = settings.find(TiercelKeys.JOB)
      Some(
        new CoordinatorConnection(coordinator, user, () => job.orElseGet(() => sc.applicationId), hosts, faults, events)
      )
    }
  }

  /** None unless it is asked for. */
  val prefetching: Option[ApplicationPrefetcher] =
    guarded("nothing is prefetched", Option.empty[ApplicationPrefetcher]) {
      ApplicationPrefetcher.of(settings, memory.toJava, hosts, faults, events, () => sc.applicationId).toScala
    }

  private val agentScores: Option[MeasuredScoreUpdater] =
    guarded("scores stay as they are", Option.empty[MeasuredScoreUpdater]) {
      MeasuredScoreUpdater.of(settings, memory.toJava, scores).toScala
    }

  /** Scores follow from what agents have measured, for stages to come, if that is asked for. */
  def measureScores(): Unit = guarded("scores stay as they are", ())(agentScores.foreach(_.look()))

  /** What queries read of files that keep columns apart. */
  val columnShares = new ColumnShares

  /** What queries do to what they scan; a query that is planned anew knows better. */
  val scanKinds = new QueryTables[StageKind]((_, now) => now)

  /** Whether the scans of queries are planned for together. */
  val plansQueries: Boolean = prefetching.nonEmpty && settings.get(TiercelKeys.PREFETCH_QUERIES)

  /** None unless something is prefetched; made for the first query. */
  lazy val queries: Option[QueryInputs] = prefetching.map(new QueryInputs(this, _))

  /** Whether nobody has asked before. */
  def isFirstQuery: Boolean = asked.compareAndSet(false, true)

  private val asked = new AtomicBoolean

  lazy val ledger: ApplicationRecorder = settings.find(TiercelKeys.RECORD_DIR).toScala match {
    case Some(directory) => ApplicationRecorder.inDirectory(sc.applicationId, directory)
    case None => ApplicationRecorder.inLog(sc.applicationId)
  }

  /** For what must not be done under the scheduler's lock: prices that came late, and offers when a wait is over. */
  private lazy val background: ScheduledExecutorService =
    ThreadUtils.newDaemonSingleThreadScheduledExecutor("tiercel-background")

  @volatile private var rehearsal: Option[SchedulerWarmup] = None

  /** Has everything run once that a first round takes, in the background; whatever comes of that. */
  def rehearse(): Unit = guarded("nothing was rehearsed", ()) {
    rehearsal = Some(SchedulerWarmup.start(() => blockLocator, policy, scores, TiercelSession.OfFirstRound.asJava))
  }

  /** The application has its id: connects to the coordinator, if there is to be one. */
  def open(): Unit = {
    guarded("the coordinator was not connected to", ())(memory.foreach(_.open()))
    guarded("nothing is learnt of how long tasks compute", ()) {
      prefetching.foreach(each => sc.addSparkListener(new TaskMetricsListener(each)))
    }
  }

  def later(delayMillis: Long)(action: => Unit): Unit = {
    background.schedule(
      new Runnable {
        override def run(): Unit = guarded("a background action failed", ())(action)
      },
      delayMillis,
      TimeUnit.MILLISECONDS
    )
    ()
  }

  /** Runs `action`; should it fail, says so once and answers `otherwise`. */
  def guarded[T](where: String, otherwise: => T)(action: => T): T =
    try action
    catch {
      case e: Throwable if FaultLog.isSurvivable(e) =>
        faults.report(where, e)
        otherwise
    }

  def close(): Unit = {
    rehearsal.foreach(_.close())
    background.shutdownNow()
    if (asked.get) {
      queries.foreach(_.close())
    }
    guarded("prefetching did not end", ())(prefetching.foreach(_.close()))
    guarded("the coordinator was not told of the end", ())(memory.foreach(_.close()))
    guarded("stage summaries were not written in full", ())(ledger.close())
    guarded("the block locator did not close", ())(blockLocator.close())
    hosts.close()
  }
}

private[scheduler] object TiercelSession {

  /** What only a stage that is submitted would load. */
  private val OfFirstRound: Seq[String] = Seq(
    classOf[LocatedTaskSet],
    LocatedTaskSet.getClass,
    classOf[PricedInput],
    PricedInput.getClass,
    classOf[OfferRound],
    TaskSetInputs.getClass,
    classOf[TiercelTaskSetManager],
    classOf[InputExtraction]
  ).map(_.getName)
}
