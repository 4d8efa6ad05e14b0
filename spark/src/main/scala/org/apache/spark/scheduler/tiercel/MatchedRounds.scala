package org.apache.spark.scheduler.tiercel

import java.util.BitSet
import java.util.function.{BooleanSupplier, IntPredicate}

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.tiercel.assign.Reason
import io.tiercel.spark.input.Places
import io.tiercel.spark.plan.TaskTimes
import io.tiercel.stage.{ExcludedSlots, FreeSlots, HoldRule, RoundPlan, StagePlan, StagePrices, TaskDurations}

import org.apache.spark.scheduler._

/** Each round by itself: the policy assigns waiting tasks to the free slots. */
private[scheduler] final class MatchedRounds(
    session: TiercelSession,
    manager: TiercelTaskSetManager,
    places: Places,
    offers: StageOffers,
    durations: TaskDurations,
    refresher: PriceRefresher,
    first: StagePrices,
    decided: RoundPlan.Decided => Unit
) extends StageRounds {
  import MatchedRounds._
  import StageRounds._

  private val plan: StagePlan = {
    val slots = offers.all
    val hold = if (manager.isBarrier) HoldRule.NEVER else session.hold
    new StagePlan(session.policy, hold, durations, first, places.racks, slots)
  }
  private var slotsChanged = false
  private var round: RoundPlan = _

  /** Whether the policy has used up the time of the round. */
  private var isRoundSpent = false

  /** Tasks that became pending again. */
  private val retries = mutable.HashSet[Int]()

  override def prices: StagePrices = plan.prices

  override def begin(current: OfferRound): Unit = {
    val fresh = refresher.take()
    if (fresh.nonEmpty) offers.changed()
    if (fresh.nonEmpty || slotsChanged) {
      slotsChanged = false
      val slots = offers.all
      plan.reprice(fresh.getOrElse(plan.prices), places.racks, slots)
    }
    refresher.refresh()
    val free = offers.of(current)
    val racks = places.racks
    val slots = new Array[Int](racks.length)
    free.foreach { case (place, _, count) => slots(place) += count }
    val runnable: IntPredicate = (task: Int) => manager.isRunnable(task)
    val deadline = manager.nowNanos() + RoundBudgetNanos
    isRoundSpent = false
    val isSpent: BooleanSupplier = () => {
      isRoundSpent = manager.nowNanos() - deadline > 0
      isRoundSpent
    }
    val barred = excluded(free.groupBy(_._1).map { case (place, offers) => (place, offers.map(_._2)) })
    round = plan.round(new FreeSlots(racks, slots), manager.monotonicMillis(), runnable, barred, isSpent)
  }

  /** The free places at which Spark does not launch a task again that has failed there. */
  private def excluded(free: Map[Int, Seq[WorkerOffer]]): ExcludedSlots = {
    val failing = manager.placesOfFailures(places).filter(free.contains)
    if (failing.isEmpty) {
      ExcludedSlots.NONE
    } else {
      retries --= retries.filterNot(manager.isRunnable(_))
      val byTask = for {
        task <- retries.iterator
        barred = failing.filter(free(_).forall(offer => !manager.isAllowed(task, offer.executorId, offer.host)))
        if barred.nonEmpty
      } yield {
        val set = new BitSet
        barred.foreach(place => set.set(place))
        (Int.box(task), set)
      }
      new ExcludedSlots(byTask.toMap.asJava)
    }
  }

  override def take(executor: String, host: String, maxLocality: TaskLocality.Value): Int = {
    val task = round.take(
      places.of(executor, host),
      (reason: Reason) => level(reason) <= maxLocality,
      (task: Int) => manager.isRunnable(task),
      (task: Int) => manager.isAllowed(task, executor, host)
    )
    if (task != RoundPlan.NONE) {
      task
    } else if (!round.isRefused && (round.left > 0 || round.waiting > 0)) {
      LeaveFree
    } else {
      LetSparkDecide
    }
  }

  override def end(): Ended = {
    val ended = round
    round = null
    decided(ended.decided)
    Ended(ended.nextDeadline, isSame = ended.left > ended.delayed, isSpent = isRoundSpent)
  }

  override def pending(task: Int): Unit = {
    retries += task
    plan.pending(task)
  }

  override def launched(task: Int, place: Int, executor: String): Unit = plan.launched(task, manager.monotonicMillis())

  override def barred(task: Int, place: Int): Unit = ()

  override def completed(task: Int): Unit = ()

  override def ended(task: Int, executor: String, times: Option[TaskTimes]): Unit = ()

  override def executorsChanged(): Unit = {
    offers.changed()
    slotsChanged = true
  }

  /** Prices say what is on its way. */
  override def prefetched(isAwaited: Int => Boolean): Unit = ()

  override def filled(isSettled: Int => Boolean): Unit = ()

  override def heldMillis: Long = plan.heldMillis

  override def close(): Unit = ()
}

private object MatchedRounds {

  /** Spark's locality level for a task that was placed for this reason; only for reasons that are levels of Spark. */
  private def level(reason: Reason): TaskLocality.Value = reason match {
    case Reason.NODE_LOCAL => TaskLocality.NODE_LOCAL
    case Reason.NO_PREFERENCE => TaskLocality.NO_PREF
    case Reason.RACK_LOCAL => TaskLocality.RACK_LOCAL
    case _ => TaskLocality.ANY
  }
}
