package org.apache.spark.scheduler.tiercel

import io.tiercel.spark.account.StageStatistics
import io.tiercel.spark.input.Places

import org.apache.spark.scheduler._

/** The slots that a task set can have, by place. Guarded by the scheduler's lock. */
private[scheduler] final class StageOffers(
    scheduler: TiercelScheduling,
    manager: TiercelTaskSetManager,
    places: Places,
    statistics: StageStatistics
) {

  /** All slots of each place, free or not. Arrays by place: those beyond the end have come since. */
  def all(places: Int): Array[Int] = counted(places)(_.count)

  /** The free offers of the round: their places, and how many slots each has. */
  def of(round: OfferRound): Seq[(Int, WorkerOffer, Int)] =
    round.freeSlots(manager).collect {
      case (offer, slots) if slots > 0 => (places.of(offer.executorId, offer.host), offer, slots)
    }

  /** The free slots of each place, offered in the round or not. */
  def free(offered: Seq[(Int, WorkerOffer, Int)], round: OfferRound, places: Int): Array[Int] = {
    val asked = round.offers.map(_.executorId).toSet
    val running = scheduler.runningTasksByExecutors
    val slots = counted(places) { each =>
      if (asked(each.executor)) 0 else math.max(0, each.count - running.getOrElse(each.executor, 0))
    }
    offered.foreach { case (place, _, count) => if (place < places) slots(place) += count }
    slots
  }

  private def counted(places: Int)(count: ExecutorSlots.Slots => Int): Array[Int] = {
    val slots = new Array[Int](places)
    scheduler.slots.of(manager).foreach { each =>
      val place = this.places.of(each.executor, each.host)
      statistics.available(place)
      if (place < places) {
        slots(place) += count(each)
      }
    }
    slots
  }
}
