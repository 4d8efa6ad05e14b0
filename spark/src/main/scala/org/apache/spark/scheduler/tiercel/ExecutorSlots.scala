package org.apache.spark.scheduler.tiercel

import scala.collection.mutable

import io.tiercel.spark.prefetch.StageSlots

import org.apache.spark.resource.ResourceProfile
import org.apache.spark.scheduler._

/** The slots of living executors, free or not. An executor's first offer is all that it has, later ones only what is
  * free of it. Guarded by the scheduler's lock.
  *
  * @param nodeOf
  *   the node that a host is: two hosts may be one node
  */
private[scheduler] final class ExecutorSlots(scheduler: TaskSchedulerImpl, nodeOf: String => Any = identity) {
  import ExecutorSlots._

  private case class Seen(host: String, profileId: Int, cores: Int)

  private val seen = mutable.HashMap[String, Seen]()

  /** Notes what is offered; true if an executor has more slots than were known. */
  def note(offers: Iterable[WorkerOffer]): Boolean = {
    val news = offers.filterNot(offer => seen.get(offer.executorId).exists(_.cores >= offer.cores))
    news.foreach(offer => seen(offer.executorId) = Seen(offer.host, offer.resourceProfileId, offer.cores))
    news.nonEmpty
  }

  /** The slots of executors that could run tasks of this task set. */
  def of(taskSet: TaskSetManager): Seq[Slots] = {
    val profiles = scheduler.sc.resourceProfileManager
    val profileId = taskSet.taskSet.resourceProfileId
    val cpus =
      ResourceProfile.getTaskCpusOrDefaultForProfile(profiles.resourceProfileFromId(profileId), scheduler.conf)
    slots(cpus) { (executor, known) =>
      profiles.canBeScheduled(profileId, known.profileId) && !isExcluded(scheduler, taskSet, executor, known.host)
    }
  }

  /** The slots of a stage at its submission, with the tasks of others that wait for slots.
    *
    * @param taskSet
    *   None for the scans of a query, which may run anywhere
    */
  def now(taskSet: Option[TaskSetManager], waiting: Int): StageSlots = {
    val all = taskSet.map(of).getOrElse(slots(scheduler.CPUS_PER_TASK)((_, _) => true))
    val running = scheduler.runningTasksByExecutors
    val busy = all.map(each => math.min(each.count, running.getOrElse(each.executor, 0))).sum
    // Before there are executors Spark reckons with this number itself.
    val count = if (all.isEmpty) math.max(1, scheduler.backend.defaultParallelism()) else all.map(_.count).sum
    new StageSlots(count - busy, busy, waiting, all.map(each => nodeOf(each.host)).distinct.size)
  }

  private def slots(cpus: Int)(accepts: (String, Seen) => Boolean): Seq[Slots] = {
    seen --= seen.keySet.toSeq.filterNot(scheduler.isExecutorAlive(_))
    seen.toSeq.collect {
      case (executor, known) if accepts(executor, known) =>
        Slots(executor, known.host, known.cores / cpus)
    }
  }
}

private[scheduler] object ExecutorSlots {
  final case class Slots(executor: String, host: String, count: Int)

  /** Whether Spark offers nothing of the executor to the task set after failures. */
  def isExcluded(scheduler: TaskSchedulerImpl, taskSet: TaskSetManager, executor: String, host: String): Boolean =
    scheduler.healthTrackerOpt.exists(health => health.isNodeExcluded(host) || health.isExecutorExcluded(executor)) ||
      taskSet.taskSetExcludelistHelperOpt.exists { excluded =>
        excluded.isNodeExcludedForTaskSet(host) || excluded.isExecutorExcludedForTaskSet(executor)
      }
}
