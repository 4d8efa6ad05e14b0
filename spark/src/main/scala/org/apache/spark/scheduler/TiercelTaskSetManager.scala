package org.apache.spark.scheduler

import io.tiercel.spark.input.Places
import io.tiercel.spark.plan.TaskTimes

import org.apache.spark.TaskFailedReason
import org.apache.spark.TaskState.TaskState
import org.apache.spark.scheduler.tiercel.{LocatedTaskSet, StageRounds, TaskMetricsReader}
import org.apache.spark.util.{Clock, SystemClock}

/** A task set's manager that lets a plan choose the task for an offer. Spark decides all else. Without a plan it is a
  * `TaskSetManager`. Its constructor is that of `TaskSetManager`.
  */
private[spark] class TiercelTaskSetManager(
    scheduler: TaskSchedulerImpl,
    taskSet: TaskSet,
    maxTaskFailures: Int,
    healthTracker: Option[HealthTracker] = None,
    tiercelClock: Clock = new SystemClock()
) extends TaskSetManager(scheduler, taskSet, maxTaskFailures, healthTracker, tiercelClock) {
  import TiercelTaskSetManager.Success

  /** Null until located, and while Spark's constructor runs. */
  private[scheduler] var located: LocatedTaskSet = _

  private var succeeding: Option[Success] = None

  /** Users filter Spark's log by this name. */
  override protected def logName: String = classOf[TaskSetManager].getName

  override protected def dequeueTaskHelper(
      execId: String,
      host: String,
      maxLocality: TaskLocality.Value,
      speculative: Boolean
  ): Option[(Int, TaskLocality.Value, Boolean)] = {
    val round = scheduler match {
      case tiercel: TiercelScheduling => tiercel.currentRound
      case _ => null
    }
    if (located == null || round == null) {
      super.dequeueTaskHelper(execId, host, maxLocality, speculative)
    } else {
      val start = System.nanoTime()
      val choice = if (speculative) StageRounds.LetSparkDecide else located.choose(round, execId, host, maxLocality)
      val chosen = choice match {
        case StageRounds.LetSparkDecide => super.dequeueTaskHelper(execId, host, maxLocality, speculative)
        case StageRounds.LeaveFree => None
        case task => Some((task, localityOf(task, execId, host), false))
      }
      located.spent(System.nanoTime() - start)
      chosen
    }
  }

  /** Whether Spark would still launch a first copy of the task. */
  private[scheduler] def isRunnable(task: Int): Boolean =
    copiesRunning(task) == 0 && !successful(task) && !barrierPendingLaunchTasks.contains(task)

  /** Whether Spark lets the task run there after its failures so far. */
  private[scheduler] def isAllowed(task: Int, execId: String, host: String): Boolean =
    !taskSetExcludelistHelperOpt.exists { excluded =>
      excluded.isNodeExcludedForTask(host, task) || excluded.isExecutorExcludedForTask(execId, task)
    }

  /** The places where tasks have failed, if Spark counts that. */
  private[scheduler] def placesOfFailures(places: Places): Set[Int] =
    taskSetExcludelistHelperOpt
      .map(_.execToFailures.map { case (executor, failures) => places.of(executor, failures.node) }.toSet)
      .getOrElse(Set.empty)

  /** Milliseconds since the epoch, for users. */
  private[scheduler] def epochMillis(): Long = tiercelClock.getTimeMillis()

  /** Milliseconds of a clock that nobody sets, for waits. */
  private[scheduler] def monotonicMillis(): Long = nowNanos() / 1000000

  /** Time of a clock that nobody sets. */
  private[scheduler] def nowNanos(): Long = tiercelClock.nanoTime()

  /** The locality level at which Spark would launch the task. */
  private def localityOf(task: Int, execId: String, host: String): TaskLocality.Value = {
    val preferred = tasks(task).preferredLocations
    lazy val rack = scheduler.getRackForHost(host)
    if (preferred.isEmpty || preferred.exists(isInProcess(_, execId, host))) {
      TaskLocality.PROCESS_LOCAL
    } else if (preferred.exists(_.host == host)) {
      TaskLocality.NODE_LOCAL
    } else if (rack.isDefined && preferred.exists(location => scheduler.getRackForHost(location.host) == rack)) {
      TaskLocality.RACK_LOCAL
    } else {
      TaskLocality.ANY
    }
  }

  private def isInProcess(location: TaskLocation, execId: String, host: String): Boolean = location match {
    case cache: ExecutorCacheTaskLocation => cache.executorId == execId
    case cache: HDFSCacheTaskLocation => cache.host == host
    case _ => false
  }

  override private[spark] def addPendingTask(
      index: Int,
      resolveRacks: Boolean = true,
      speculatable: Boolean = false
  ): Unit = {
    super.addPendingTask(index, resolveRacks, speculatable)
    if (located != null && !speculatable && !isZombie) {
      located.pending(index)
    }
  }

  override def prepareLaunchingTask(
      execId: String,
      host: String,
      index: Int,
      taskLocality: TaskLocality.Value,
      speculative: Boolean,
      taskCpus: Int,
      taskResourceAssignments: Map[String, SparkDifferences.Assigned],
      launchTime: Long
  ): TaskDescription = {
    val description = super.prepareLaunchingTask(
      execId,
      host,
      index,
      taskLocality,
      speculative,
      taskCpus,
      taskResourceAssignments,
      launchTime
    )
    if (located != null) {
      located.launched(index, execId, host, speculative)
    }
    description
  }

  override def handleSuccessfulTask(tid: Long, result: DirectTaskResult[_]): Unit = {
    succeeding = guarded(Option.empty[Success])(taskInfos.get(tid).map(Success(_, TaskMetricsReader.busy(result))))
    super.handleSuccessfulTask(tid, result)
    noteSuccess()
  }

  /** Counts the task whose success is being handled, once. Spark ends the task set within that: what its last task has
    * read is to be reported first.
    */
  private[scheduler] def noteSuccess(): Unit = {
    val success = succeeding.filter(_.info.successful)
    succeeding = None
    if (located != null) {
      success.foreach { case Success(info, busy) =>
        val times = guarded(Option.empty[TaskTimes]) {
          busy.filter(_ => taskAttempts(info.index).size == 1).map(_.times(info.duration))
        }
        located.finished(info, times)
      }
    }
  }

  /** Runs `action`; an error of it must not keep the task's success from Spark. */
  private def guarded[T](otherwise: => T)(action: => T): T = scheduler match {
    case ours: TiercelScheduling =>
      ours.tiercel.fold(otherwise)(_.guarded("a task's times do not count", otherwise)(action))
    case _ => otherwise
  }

  /** Stops waiting for an executor that is excluded now. */
  override def handleFailedTask(tid: Long, state: TaskState, reason: TaskFailedReason): Unit = {
    super.handleFailedTask(tid, state, reason)
    if (located != null) {
      for (excluded <- taskSetExcludelistHelperOpt; info <- taskInfos.get(tid)) {
        if (excluded.isExecutorExcludedForTaskSet(info.executorId) || excluded.isNodeExcludedForTaskSet(info.host)) {
          located.executorsChanged()
        }
        if (!isAllowed(info.index, info.executorId, info.host)) {
          located.barred(info.index, info.executorId, info.host)
        }
      }
    }
  }

  override private[scheduler] def markPartitionCompleted(partitionId: Int): Unit = {
    super.markPartitionCompleted(partitionId)
    if (located != null) {
      partitionToIndex.get(partitionId).foreach(located.completed)
    }
  }

  override def recomputeLocality(): Unit = {
    super.recomputeLocality()
    if (located != null) {
      located.executorsChanged()
    }
  }
}

private[scheduler] object TiercelTaskSetManager {

  /** A task whose success is being handled. */
  private case class Success(info: TaskInfo, busy: Option[TaskMetricsReader.Busy])
}
