package org.apache.spark.scheduler

import java.util.concurrent.ConcurrentHashMap

import scala.collection.mutable
import scala.concurrent.Future
import scala.jdk.CollectionConverters._

import io.tiercel.spark.{FaultLog, OfferRevivals}
import io.tiercel.spark.account.{DriverMetric, StageStatistics}
import io.tiercel.spark.input.StageInput
import io.tiercel.spark.prefetch.learn.StageKind

import org.apache.spark.scheduler.tiercel._
import org.apache.spark.util.{Clock, SystemClock}

/** Tiercel's part of a `TaskSchedulerImpl` under any cluster manager: finds out what a task set reads before the
  * scheduler's lock is taken, and gives task sets with located input a manager that plans. Others get Spark's manager.
  */
private[spark] trait TiercelScheduling extends TaskSchedulerImpl {

  /** None if it could not be made; a line in the log says so, and Spark schedules everything. */
  private[spark] lazy val tiercel: Option[TiercelSession] =
    try Some(newSession())
    catch {
      case e: Throwable if FaultLog.isSurvivable(e) =>
        new FaultLog().report("Spark's own scheduler runs", e)
        None
    }
  private val inputs = new ConcurrentHashMap[TaskSet, PricedInput]
  private val located = new mutable.LinkedHashSet[LocatedTaskSet]
  private[scheduler] val slots = new ExecutorSlots(this, host => tiercel.fold[Any](host)(_.hosts.node(host)))
  private var round: OfferRound = _
  private val revivals = new OfferRevivals(
    () => System.nanoTime(),
    (millis, task) => tiercel.foreach(_.later(millis)(task.run())),
    () => backend.reviveOffers()
  )

  private lazy val systemClock = new SystemClock

  /** The clock that the scheduler itself goes by. */
  protected def tiercelClock: Clock = systemClock

  protected def newSession(): TiercelSession = new TiercelSession(sc, host => getRackForHost(host))

  /** The current round; null outside `resourceOffers`. */
  private[scheduler] def currentRound: OfferRound = round

  /** Executors take longer to come than the warm-up does. */
  override def start(): Unit = {
    tiercel.foreach { session =>
      session.warmUp()
      session.locateNamedInput()
    }
    super.start()
  }

  /** Extraction, waiting for locations and pricing happen here: on the DAG scheduler's thread, but not under this lock.
    */
  override def submitTasks(taskSet: TaskSet): Unit = {
    val executors = tiercel.flatMap(_.executors)
    executors.foreach(_.expect())
    try {
      tiercel.foreach { session =>
        session.guarded("Spark's own scheduler takes a stage, its input was not found out", ()) {
          findInput(taskSet, session)
        }
      }
      super.submitTasks(taskSet)
    } finally {
      Option(inputs.remove(taskSet)).foreach(_.input.cancel())
      executors.foreach(_.decided())
    }
  }

  /** Whether YARN learns on which hosts executors would read fastest. */
  private[scheduler] def tellsYarn: Boolean = tiercel.exists(_.tellsYarn)

  /** Completes when executors may be asked for on the hosts that tasks prefer. */
  private[scheduler] def whenYarnKnows: Future[Any] = tiercel.fold[Future[Any]](Future.unit)(_.whenYarnKnows)

  /** The application has its id, and its executors are not asked for yet. */
  private[scheduler] def submitted(application: String): Unit = tiercel.foreach(_.submitted(application))

  /** Begins to connect to the coordinator, long before the first stage: the application has its id now. In YARN's
    * cluster mode executors are asked for after this.
    */
  override def postStartHook(): Unit = {
    tiercel.foreach(_.open())
    super.postStartHook()
  }

  private def findInput(taskSet: TaskSet, session: TiercelSession): Unit =
    inputOf(taskSet, session).foreach { input =>
      session.awaitLocations(input)
      if (input.isWorthPlanning) {
        session.memory.foreach(input.watch(_, session.locateBudget))
        synchronized(executorIdToHost.toSeq).foreach { case (executor, host) => input.places.of(executor, host) }
        inputs.put(taskSet, new PricedInput(input, session.plans))
      }
    }

  /** The input of the task set; None if no task reads files that can be seen. */
  private[scheduler] def inputOf(taskSet: TaskSet, session: TiercelSession): Option[StageInput] =
    TaskSetInputs.of(taskSet, dagScheduler, session)

  override private[scheduler] def createTaskSetManager(taskSet: TaskSet, maxTaskFailures: Int): TaskSetManager = {
    val planned = for {
      session <- tiercel
      input <- Option(inputs.remove(taskSet))
      manager <- session.guarded(
        "Spark's own scheduler takes a stage",
        { input.input.cancel(); Option.empty[TaskSetManager] }
      ) {
        Some(newLocatedManager(taskSet, maxTaskFailures, input, session))
      }
    } yield manager
    tiercel.foreach(_.metrics.count(if (planned.nonEmpty) DriverMetric.STAGES_PLACED else DriverMetric.STAGES_LEFT))
    planned.getOrElse(super.createTaskSetManager(taskSet, maxTaskFailures))
  }

  private def newLocatedManager(
      taskSet: TaskSet,
      maxTaskFailures: Int,
      priced: PricedInput,
      session: TiercelSession
  ): TaskSetManager = {
    val input = priced.input
    val manager = SparkDifferences.newManager(this, taskSet, maxTaskFailures, healthTrackerOpt, tiercelClock)
    executorIdToHost.foreach { case (executor, host) => input.places.of(executor, host) }
    val name = dagScheduler.stageIdToStage.get(taskSet.stageId).map(_.name).getOrElse("")
    val stage = new StageStatistics.Stage(taskSet.stageId, taskSet.stageAttemptId, name)
    val statistics = new StageStatistics(sc.applicationId, stage, session.policyName)
    lazy val kind = kindOf(taskSet, name, session)
    val set = new LocatedTaskSet(this, session, manager, priced, kind, statistics)
    manager.located = set
    located += set
    input.whenLocated { () =>
      set.refresh()
      // Not on this thread: it may hold the scheduler's lock.
      if (session.caches.nonEmpty) {
        session.later(0) {
          set.keepCached()
          set.fillCaches()
        }
      }
    }
    input.whenLate { () =>
      set.refresh()
      session.later(0)(set.keepCached())
    }
    input.memory.ifPresent { memory =>
      memory.whenChanged(() => set.refresh())
      set.refresh()
    }
    session.guarded("nothing is prefetched for a stage", ())(prefetch(set, stage, kind, input, session))
    manager
  }

  private def prefetch(
      set: LocatedTaskSet,
      stage: StageStatistics.Stage,
      kind: => StageKind,
      input: StageInput,
      session: TiercelSession
  ): Unit = session.prefetching.foreach { prefetching =>
    val free = slots.now(Some(set.manager), waitingTasks(set.manager))
    val mayWait = !set.manager.isBarrier && free.waiting == 0 && !isSharing
    val firstWave = prefetching.firstWave(tiercelClock.nanoTime(), mayWait)
    val revive: Runnable = () => reviveSoon()
    prefetching.stage(stage, kind, input, free, firstWave, revive).ifPresent { prefetch =>
      set.prefetch(prefetch)
      input.whenLocated(() => prefetch.plan())
    }
  }

  /** The kind of a stage: of stages that compute alike. Stages of queries share one name and hide their operations in
    * generated code, so the scan names their kind.
    */
  private def kindOf(taskSet: TaskSet, name: String, session: TiercelSession): StageKind =
    TaskSetInputs.scanKind(taskSet, dagScheduler, session).getOrElse {
      val operations = for {
        stage <- dagScheduler.stageIdToStage.get(taskSet.stageId).toSeq
        // In the order in which they were made: Spark lists them in any order.
        rdd <- stage.latestInfo.rddInfos.sortBy(_.id)
        scope <- rdd.scope
      } yield scope.name
      StageKind.of(name, operations.asJava)
    }

  /** Whether other applications get slots that this one does not use. */
  private lazy val isSharing = conf.getBoolean("spark.dynamicAllocation.enabled", defaultValue = false)

  /** Tasks that wait for slots in all task sets but `own`, which may be null. */
  private[scheduler] def waitingTasks(own: TaskSetManager): Int =
    rootPool.getSortedTaskSetQueue
      .filter(other => (other ne own) && !other.isZombie)
      .map(other => math.max(0, other.numTasks - other.tasksSuccessful - other.runningTasks))
      .sum

  /** Is called for every query: ends those before it whose end Spark has not told. */
  private[spark] def queryBegins(): Unit = tiercel.flatMap(_.queries).foreach(_.endLost())

  /** Notes the parts of files that a query is about to read; `reads` is evaluated on another thread. */
  private[spark] def queryPlanned(id: Long, isRunning: () => Boolean, reads: () => Seq[QueryRead]): Unit =
    tiercel
      .flatMap(_.queries)
      .foreach(_.planned(id, isRunning, synchronized(slots.now(None, waitingTasks(null))), reads))

  override def resourceOffers(
      offers: IndexedSeq[WorkerOffer],
      isAllFreeResources: Boolean = true
  ): Seq[Seq[TaskDescription]] = synchronized {
    tiercel.foreach(_.guarded("offers were not noted", ()) {
      if (slots.note(offers)) {
        located.foreach(_.executorsChanged())
      }
      round = new OfferRound(this, offers)
    })
    try super.resourceOffers(offers, isAllFreeResources)
    finally endRound()
  }

  private def endRound(): Unit = {
    val ended = round
    round = null
    if (ended != null) {
      tiercel.foreach(_.guarded("a round was not accounted for", ())(ended.asked.foreach(_.leave())))
    }
  }

  /** Asks for offers at `time`, in milliseconds of the scheduler's monotonic clock, when a task has waited long enough.
    */
  private[scheduler] def reviveAt(time: Long): Unit =
    revivals.in(math.max(1, time - tiercelClock.nanoTime() / 1000000))

  /** Asks for offers because a stage has new prices: once for all stages that have within a short time. */
  private[scheduler] def reviveSoon(): Unit = revivals.in(0)

  /** Whether plans rest on all that is known; for tests. */
  private[scheduler] def isUpToDate: Boolean = synchronized(located.forall(_.isUpToDate))

  override def taskSetFinished(manager: TaskSetManager): Unit = synchronized {
    super.taskSetFinished(manager)
    located.find(_.manager eq manager).foreach(close)
  }

  private def close(set: LocatedTaskSet): Unit = {
    located -= set
    tiercel.foreach(_.guarded("a stage did not end", ()) {
      set.manager.noteSuccess()
      set.close()
    })
  }

  override def stop(exitCode: Int): Unit = {
    super.stop(exitCode)
    synchronized(located.toSeq.foreach(close))
    tiercel.foreach(session => session.guarded("the end of the scheduler", ())(session.close()))
  }
}
