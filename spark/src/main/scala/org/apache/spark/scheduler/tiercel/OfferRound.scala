package org.apache.spark.scheduler.tiercel

import scala.collection.mutable

import org.apache.spark.resource.ResourceProfile
import org.apache.spark.scheduler._

/** One call of `resourceOffers`: the offers, and what is left of them for a task set. Spark does not say what is left,
  * so it follows from the tasks launched since the round began.
  */
private[scheduler] final class OfferRound(scheduler: TaskSchedulerImpl, val offers: IndexedSeq[WorkerOffer]) {
  private val firstTask = scheduler.nextTaskId.get

  /** Task sets that were asked in this round, in their order. */
  val asked = new mutable.LinkedHashSet[LocatedTaskSet]

  /** Free slots by executor for tasks of the task set. */
  def freeSlots(taskSet: TaskSetManager): Seq[(WorkerOffer, Int)] = {
    val profileId = taskSet.taskSet.resourceProfileId
    val profiles = scheduler.sc.resourceProfileManager
    val profile = profiles.resourceProfileFromId(profileId)
    val cpus = cpusPerTask(profile)
    val used = coresUsed()
    val custom = profile.getCustomTaskResources()
    val open = offers.filter { offer =>
      profiles.canBeScheduled(profileId, offer.resourceProfileId) &&
      !ExecutorSlots.isExcluded(scheduler, taskSet, offer.executorId, offer.host)
    }
    open.map { offer =>
      val byCores = (offer.cores - used.getOrElse(offer.executorId, 0)) / cpus
      (
        offer,
        custom.foldLeft(byCores) { case (slots, (name, request)) =>
          math.min(slots, OfferedResources.slots(offer, name, request.amount))
        }
      )
    }
  }

  private def coresUsed(): mutable.Map[String, Int] = {
    val used = mutable.HashMap[String, Int]()
    for (task <- firstTask until scheduler.nextTaskId.get) {
      val taskSet = scheduler.taskIdToTaskSetManager.get(task)
      if (taskSet != null) {
        val profile = scheduler.sc.resourceProfileManager.resourceProfileFromId(taskSet.taskSet.resourceProfileId)
        scheduler.taskIdToExecutorId.get(task).foreach { executor =>
          used(executor) = used.getOrElse(executor, 0) + cpusPerTask(profile)
        }
      }
    }
    used
  }

  private def cpusPerTask(profile: ResourceProfile): Int =
    ResourceProfile.getTaskCpusOrDefaultForProfile(profile, scheduler.conf)
}
