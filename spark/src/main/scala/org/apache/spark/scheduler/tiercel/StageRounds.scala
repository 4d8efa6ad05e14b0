package org.apache.spark.scheduler.tiercel

import io.tiercel.spark.plan.TaskTimes
import io.tiercel.stage.StagePrices

import org.apache.spark.scheduler.TaskLocality

/** How the tasks of a task set get slots, round by round. Guarded by the scheduler's lock. */
private[scheduler] trait StageRounds {

  /** The prices in force. They say where tasks read. */
  def prices: StagePrices

  /** Begins a round with its first question. */
  def begin(round: OfferRound): Unit

  /** The task for an offer of the round, [[StageRounds.LeaveFree]] or [[StageRounds.LetSparkDecide]]. */
  def take(executor: String, host: String, maxLocality: TaskLocality.Value): Int

  /** Ends a round that has begun. */
  def end(): StageRounds.Ended

  /** A task waits for a slot; if a copy of it still runs, Spark says so again once that has failed. */
  def pending(task: Int): Unit

  /** The first copy of a task was launched. */
  def launched(task: Int, place: Int, executor: String): Unit

  /** A task has failed, and Spark will not launch it on the place again. */
  def barred(task: Int, place: Int): Unit

  /** Another attempt of the stage has done a task's work. */
  def completed(task: Int): Unit

  /** A task has ended well. Times are None if they are unknown, or if a second copy has run. */
  def ended(task: Int, executor: String, times: Option[TaskTimes]): Unit

  def executorsChanged(): Unit

  /** Input of the stage is prefetched from now on. @param isAwaited whether some of a task's is on its way */
  def prefetched(isAwaited: Int => Boolean): Unit

  /** Input of the stage is brought into caches from now on. @param isSettled whether a node has or fetches a task's */
  def filled(isSettled: Int => Boolean): Unit

  /** For how many milliseconds slots were kept free, summed over slots. */
  def heldMillis: Long

  def close(): Unit
}

private[scheduler] object StageRounds {
  val LeaveFree: Int = -1
  val LetSparkDecide: Int = -2

  /** Time budget of a round. Once it is spent, Spark's own scheduler fills the slots. */
  val RoundBudgetNanos: Long = 500L * 1000 * 1000

  /** @param nextDeadline
    *   when the next round is needed at the latest, in milliseconds; `Long.MaxValue` if no task waits
    * @param isSame
    *   whether the next round would end as this one if it launches nothing
    * @param isSpent
    *   whether the round has taken all its time
    */
  final case class Ended(nextDeadline: Long, isSame: Boolean, isSpent: Boolean)
}
