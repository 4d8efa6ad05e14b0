package org.apache.spark.scheduler

import java.util.concurrent.ConcurrentHashMap

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.tiercel.spark.FaultLog
import io.tiercel.spark.account.StageStatistics
import io.tiercel.spark.input.StageInput
import io.tiercel.spark.prefetch.StageSlots
import io.tiercel.spark.prefetch.learn.StageKind

import org.apache.spark.resource.ResourceProfile
import org.apache.spark.scheduler.tiercel._
import org.apache.spark.util.{Clock, SystemClock}

/** What Tiercel adds to a `TaskSchedulerImpl`, whatever its cluster manager: it finds out what a task set reads before
  * the scheduler's lock is taken, and gives task sets with located input a manager that plans. All others get Spark's.
  */
private[spark] trait TiercelScheduling extends TaskSchedulerImpl {

  /** None, after a line in the log, if it cannot be had; everything goes Spark's own way then. */
  private lazy val tiercel: Option[TiercelSession] =
    try Some(newSession())
    catch {
      case e: Throwable if FaultLog.isSurvivable(e) =>
        new FaultLog().report("Spark's own scheduler runs", e)
        None
    }
  private val inputs = new ConcurrentHashMap[TaskSet, PricedInput]
  private val located = new mutable.LinkedHashSet[LocatedTaskSet]
  private val slotsSeen = new mutable.HashMap[String, SlotsOfExecutor]
  private var round: OfferRound = _
  private var nextRevive = Long.MaxValue

  private case class SlotsOfExecutor(host: String, profileId: Int, cores: Int)

  private lazy val systemClock = new SystemClock

  /** The clock that the scheduler itself goes by. */
  protected def tiercelClock: Clock = systemClock

  protected def newSession(): TiercelSession = new TiercelSession(sc, host => getRackForHost(host))

  /** The round that is under way; null outside `resourceOffers`. */
  private[scheduler] def currentRound: OfferRound = round

  /** Executors take longer to come than a rehearsal does. */
  override def start(): Unit = {
    tiercel.foreach(_.rehearse())
    super.start()
  }

  /** Extraction, waiting for locations and pricing happen here: on the DAG scheduler's thread, but not under this lock.
    */
  override def submitTasks(taskSet: TaskSet): Unit = {
    tiercel.foreach { session =>
      session.guarded("a stage goes Spark's own way, its input was not found out", ()) {
        findInput(taskSet, session)
      }
    }
    try super.submitTasks(taskSet)
    finally Option(inputs.remove(taskSet)).foreach(_.input.cancel())
  }

  /** The application has its id: who has a coordinator begins to connect to it, long before the first stage. */
  override def postStartHook(): Unit = {
    tiercel.foreach(_.open())
    super.postStartHook()
  }

  private def findInput(taskSet: TaskSet, session: TiercelSession): Unit =
    inputOf(taskSet, session).foreach { input =>
      input.await(session.locateBudget)
      if (input.isWorthPlanning) {
        session.memory.foreach(input.watch(_, session.locateBudget))
        synchronized(executorIdToHost.toSeq).foreach { case (executor, host) => input.places.of(executor, host) }
        inputs.put(taskSet, PricedInput.of(input))
      }
    }

  /** What the task set reads; None if no task reads files that can be seen. */
  private[scheduler] def inputOf(taskSet: TaskSet, session: TiercelSession): Option[StageInput] =
    TaskSetInputs.of(taskSet, dagScheduler, session)

  override private[scheduler] def createTaskSetManager(taskSet: TaskSet, maxTaskFailures: Int): TaskSetManager = {
    val planned = for {
      session <- tiercel
      input <- Option(inputs.remove(taskSet))
      manager <- session.guarded(
        "a stage goes Spark's own way",
        { input.input.cancel(); Option.empty[TaskSetManager] }
      ) {
        Some(newLocatedManager(taskSet, maxTaskFailures, input, session))
      }
    } yield manager
    planned.getOrElse(super.createTaskSetManager(taskSet, maxTaskFailures))
  }

  private def newLocatedManager(
      taskSet: TaskSet,
      maxTaskFailures: Int,
      priced: PricedInput,
      session: TiercelSession
  ): TaskSetManager = {
    val input = priced.input
    val manager = TiercelTaskSetManager.create(this, taskSet, maxTaskFailures, healthTrackerOpt, tiercelClock)
    executorIdToHost.foreach { case (executor, host) => input.places.of(executor, host) }
    val name = dagScheduler.stageIdToStage.get(taskSet.stageId).map(_.name).getOrElse("")
    val account =
      new StageStatistics(new StageStatistics.Stage(taskSet.stageId, taskSet.stageAttemptId, name), session.policyName)
    val set = new LocatedTaskSet(this, session, manager, priced, account)
    manager.locate(set)
    located += set
    input.whenLocated(() => set.refresh())
    input.memory.ifPresent { memory =>
      memory.whenChanged(() => set.refresh())
      set.refresh()
    }
    session.prefetching.foreach { prefetching =>
      session.guarded("nothing is prefetched for a stage", ()) {
        val slots = slotsNow(manager)
        val mayWait = !manager.isBarrier && slots.waiting == 0 && !isSharing
        val firstWave = prefetching.firstWave(tiercelClock.nanoTime(), mayWait)
        val revive: Runnable = () => backend.reviveOffers()
        prefetching
          .stage(account.stage, kindOf(taskSet, name, session), input, slots, firstWave, revive)
          .ifPresent { prefetch =>
            set.prefetch(prefetch)
            input.whenLocated(() => prefetch.plan())
          }
      }
    }
    manager
  }

  /** What the stage has in common with those that compute alike. Stages of queries all bear one name, and their
    * operations are hidden in generated code: of these the scan says it.
    */
  private def kindOf(taskSet: TaskSet, name: String, session: TiercelSession): StageKind =
    TaskSetInputs.scanKind(taskSet, dagScheduler, session).getOrElse {
      val operations = for {
        stage <- dagScheduler.stageIdToStage.get(taskSet.stageId).toSeq
        // In the order in which they were made, whatever the order in which Spark lists them.
        rdd <- stage.latestInfo.rddInfos.sortBy(_.id)
        scope <- rdd.scope
      } yield scope.name
      StageKind.of(name, operations.asJava)
    }

  /** Whether slots that this application does not use would go to others. */
  private lazy val isSharing = conf.getBoolean("spark.dynamicAllocation.enabled", defaultValue = false)

  /** Whether other task sets have tasks that wait for slots. */
  private[scheduler] def othersWait(taskSet: TaskSetManager): Boolean =
    rootPool.getSortedTaskSetQueue.exists(other => (other ne taskSet) && waitingTasks(other) > 0)

  private def waitingTasks(taskSet: TaskSetManager): Int =
    if (taskSet.isZombie) 0 else math.max(0, taskSet.numTasks - taskSet.tasksSuccessful - taskSet.runningTasks)

  private def slotsNow(taskSet: TaskSetManager): StageSlots = slots(
    slotsOfExecutors(taskSet),
    rootPool.getSortedTaskSetQueue.filter(_ ne taskSet).toSeq
  )

  /** The slots that there are, with their executor and host, as they are now; before there are executors, as many as
    * Spark itself reckons with.
    */
  private def slots(all: Seq[(String, String, Int)], others: Seq[TaskSetManager]): StageSlots = {
    val running = runningTasksByExecutors
    val busy = all.map { case (executor, _, count) => math.min(count, running.getOrElse(executor, 0)) }.sum
    val count = if (all.isEmpty) math.max(1, backend.defaultParallelism()) else all.map(_._3).sum
    val waiting = others.map(waitingTasks).sum
    new StageSlots(count - busy, busy, waiting, all.map(_._2).distinct.size)
  }

  /** Does something for a query, outside of any scheduling; whatever fails in it costs a line in the log.
    */
  private[spark] def aside(where: String)(action: => Unit): Unit = tiercel.foreach(_.guarded(where, ())(action))

  /** Whether queries' scans are wanted. */
  private[spark] def wantsQueries: Boolean = tiercel.exists(_.plansQueries)

  /** Whether no query was seen before; true once. */
  private[spark] def isFirstQuery: Boolean = tiercel.exists(_.isFirstQuery)

  /** A query is about to read this part of a table's bytes. */
  private[spark] def columnsRead(id: Long, root: String, share: Double): Unit =
    tiercel.foreach(_.columnShares.note(id, root, share))

  /** A query is about to scan a table, and this is what its tasks have in common with others. */
  private[spark] def scanned(id: Long, root: String, kind: StageKind): Unit =
    tiercel.foreach(_.scanKinds.note(id, root, kind))

  /** A query is about to run that reads these parts of files; they are asked for on another thread. */
  private[spark] def queryPlanned(id: Long, isRunning: () => Boolean, reads: () => Seq[QueryRead]): Unit =
    tiercel.flatMap(_.queries).foreach { queries =>
      val now = synchronized {
        val cpus = CPUS_PER_TASK
        val all = slotsSeen.toSeq.collect {
          case (executor, seen) if isExecutorAlive(executor) => (executor, seen.host, seen.cores / cpus)
        }
        slots(all, rootPool.getSortedTaskSetQueue.toSeq)
      }
      queries.planned(id, isRunning, now, reads)
    }

  private[spark] def queryOver(id: Long): Unit = tiercel.flatMap(_.queries).foreach(_.over(id))

  override def resourceOffers(
      offers: IndexedSeq[WorkerOffer],
      isAllFreeResources: Boolean = true
  ): Seq[Seq[TaskDescription]] = synchronized {
    tiercel.foreach(_.guarded("offers were not noted", ()) {
      noteSlots(offers)
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

  /** An executor's first offer is all that it has; later ones what is free of it. */
  private def noteSlots(offers: IndexedSeq[WorkerOffer]): Unit = offers.foreach { offer =>
    slotsSeen.get(offer.executorId) match {
      case Some(seen) if seen.cores >= offer.cores =>
      case _ =>
        slotsSeen(offer.executorId) = SlotsOfExecutor(offer.host, offer.resourceProfileId, offer.cores)
        located.foreach(_.executorsChanged())
    }
  }

  /** Living executors that could run tasks of this task set, with their host and number of slots, free or not. */
  private[scheduler] def slotsOfExecutors(taskSet: TaskSetManager): Seq[(String, String, Int)] = {
    slotsSeen.filterInPlace((executor, _) => executorIdToHost.contains(executor))
    val profileId = taskSet.taskSet.resourceProfileId
    val profile = sc.resourceProfileManager.resourceProfileFromId(profileId)
    val cpus = ResourceProfile.getTaskCpusOrDefaultForProfile(profile, conf)
    slotsSeen.toSeq.collect {
      case (executor, seen)
          if isExecutorAlive(executor) && sc.resourceProfileManager.canBeScheduled(profileId, seen.profileId) &&
            !isExcluded(taskSet, executor, seen.host) =>
        (executor, seen.host, seen.cores / cpus)
    }
  }

  private def isExcluded(taskSet: TaskSetManager, executor: String, host: String): Boolean =
    healthTrackerOpt.exists(health => health.isNodeExcluded(host) || health.isExecutorExcluded(executor)) ||
      taskSet.taskSetExcludelistHelperOpt.exists { excluded =>
        excluded.isNodeExcludedForTaskSet(host) || excluded.isExecutorExcludedForTaskSet(executor)
      }

  /** Asks for offers at `time` of the scheduler's clock, when a task has waited long enough. */
  private[scheduler] def reviveAt(time: Long): Unit = synchronized {
    if (time < nextRevive) {
      nextRevive = time
      tiercel.foreach(_.later(math.max(1, time - tiercelClock.getTimeMillis())) {
        synchronized { if (nextRevive == time) nextRevive = Long.MaxValue }
        backend.reviveOffers()
      })
    }
  }

  /** Whether plans rest on all that is known; for tests. */
  private[scheduler] def isUpToDate: Boolean = synchronized(located.forall(_.isUpToDate))

  override def taskSetFinished(manager: TaskSetManager): Unit = synchronized {
    super.taskSetFinished(manager)
    located.find(_.manager eq manager).foreach(close)
  }

  private def close(set: LocatedTaskSet): Unit = {
    located -= set
    tiercel.foreach { session =>
      session.guarded("a stage was not summarized", ()) {
        set.cancel()
        session.ledger.finished(set.summarize(session.ledger.app))
      }
    }
  }

  override def stop(exitCode: Int): Unit = {
    super.stop(exitCode)
    synchronized(located.toSeq.foreach(close))
    tiercel.foreach(session => session.guarded("the end of the scheduler", ())(session.close()))
  }
}
