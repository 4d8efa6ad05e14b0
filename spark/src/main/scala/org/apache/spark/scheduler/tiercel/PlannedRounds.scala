package org.apache.spark.scheduler.tiercel

import scala.collection.mutable

import io.tiercel.assign.Reason
import io.tiercel.spark.input.Places
import io.tiercel.spark.plan.{PlannedTaskSet, TaskTimes}
import io.tiercel.stage.StagePrices

import org.apache.spark.scheduler._
import org.apache.spark.scheduler.tiercel.JavaValues._

/** The rounds of policy `tiercel`: one plan of the whole stage says what a free slot gets, or what it is held for. */
private[scheduler] final class PlannedRounds(
    plan: PlannedTaskSet,
    manager: TiercelTaskSetManager,
    places: Places,
    offers: StageOffers,
    refresher: PriceRefresher,
    first: StagePrices,
    reporter: PlanReporter
) extends StageRounds {
  import PlannedRounds._
  import StageRounds._

  private var known = first

  /** Executors that got nothing since a task was chosen last in the round. */
  private val refused = mutable.HashSet[String]()

  /** When the round has begun. */
  private var begunNanos = 0L

  /** Whether the round has taken all its time. */
  private var isRoundSpent = false

  /** Tasks that the round has chosen and Spark has not launched yet. */
  private val chosen = mutable.HashMap[Int, Reason]()

  override def prices: StagePrices = known

  override def begin(round: OfferRound): Unit = {
    refresher.take().foreach { fresh =>
      offers.changed() // Two hosts may have turned out to be one.
      known = fresh
    }
    refresher.refresh()
    begunNanos = manager.nowNanos()
    isRoundSpent = false
    val offered = offers.of(round)
    val here = offered.map(_._1).toSet
    plan.begin(offers.all, offers.free(offered, round), (place: Int) => here(place), now)
    refused.clear()
    chosen.clear()
  }

  override def take(executor: String, host: String, maxLocality: TaskLocality.Value): Int =
    if (plan.pendingTasks == 0) {
      LetSparkDecide
    } else if (manager.nowNanos() - begunNanos > RoundBudgetNanos) {
      isRoundSpent = true
      LetSparkDecide
    } else if (refused(executor)) {
      LeaveFree
    } else {
      val isAllowed = (task: Int) => manager.isRunnable(task) && manager.isAllowed(task, executor, host)
      Option(plan.take(places.of(executor, host), (task: Int) => isAllowed(task))) match {
        case Some(start) =>
          refused.clear()
          chosen(start.task) = start.reason
          start.task
        case None =>
          refused += executor
          LeaveFree
      }
    }

  override def end(): Ended = {
    val deadline = plan.end(now)
    chosen.keys.foreach(plan.pending(_, now))
    reporter.decided(now)
    val soonest = now + Rest * (manager.nowNanos() - begunNanos) / 1e9
    Ended(
      if (deadline.isInfinite) Long.MaxValue else math.ceil(math.max(deadline, soonest) * 1e3).toLong,
      isSame = chosen.nonEmpty,
      isSpent = isRoundSpent
    )
  }

  override def pending(task: Int): Unit = if (manager.isRunnable(task)) plan.pending(task, now)

  override def barred(task: Int, place: Int): Unit = plan.barred(task, place)

  override def completed(task: Int): Unit = plan.completed(task)

  override def launched(task: Int, place: Int, executor: String): Unit = {
    val reason = chosen.remove(task)
    plan.launched(task, place, executor, now)
    reporter.launched(reason)
  }

  override def ended(task: Int, executor: String, times: Option[TaskTimes]): Unit = {
    val reads = plan.ended(task, executor, times.orNull, now)
    reporter.ended(reads.toScala, now)
  }

  override def executorsChanged(): Unit = offers.changed()

  override def prefetched(isAwaited: Int => Boolean): Unit = plan.awaits((task: Int) => isAwaited(task))

  override def filled(isSettled: Int => Boolean): Unit = plan.settles((task: Int) => isSettled(task))

  override def heldMillis: Long = plan.heldMillis

  override def close(): Unit = {
    plan.close(now)
    reporter.closed(now)
  }

  /** Seconds of a clock that nobody sets. */
  private def now: Double = manager.nowNanos() / 1e9
}

private object PlannedRounds {

  /** After a round the scheduler's lock is left alone for so many times as long as the round took, unless a task ends.
    */
  private val Rest = 20.0
}
