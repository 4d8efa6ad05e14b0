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

  /** Executors with their places and slots; null until asked for. */
  private var counted: Seq[(String, Int, Int)] = _

  /** Executors came or went, or hosts got other places. */
  def changed(): Unit = counted = null

  /** All slots of each place, free or not. Places that come later are beyond the end. */
  def all: Array[Int] = sum(executors.map { case (_, place, slots) => (place, slots) })

  /** The free offers of the round: their places, and how many slots each has. */
  def of(round: OfferRound): Seq[(Int, WorkerOffer, Int)] =
    round.freeSlots(manager).collect {
      case (offer, slots) if slots > 0 => (places.of(offer.executorId, offer.host), offer, slots)
    }

  /** The free slots of each place, offered in the round or not. */
  def free(offered: Seq[(Int, WorkerOffer, Int)], round: OfferRound): Array[Int] = {
    val asked = round.offers.map(_.executorId).toSet
    val running = scheduler.runningTasksByExecutors
    val others = executors.collect {
      case (executor, place, slots) if !asked(executor) => (place, math.max(0, slots - running.getOrElse(executor, 0)))
    }
    sum(others ++ offered.map { case (place, _, slots) => (place, slots) })
  }

  private def executors: Seq[(String, Int, Int)] = {
    if (counted == null) {
      counted = scheduler.slots.of(manager).map { each =>
        val place = places.of(each.executor, each.host)
        statistics.available(place)
        (each.executor, place, each.count)
      }
    }
    counted
  }

  /** Slots by place, of which each is known by now. */
  private def sum(counts: Seq[(Int, Int)]): Array[Int] = {
    val slots = new Array[Int](places.racks.length)
    counts.foreach { case (place, count) => slots(place) += count }
    slots
  }
}
