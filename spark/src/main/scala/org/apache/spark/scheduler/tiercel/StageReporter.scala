package org.apache.spark.scheduler.tiercel

import scala.collection.mutable

import io.tiercel.assign.{CostModel, Preferences}
import io.tiercel.spark.account.StageStatistics
import io.tiercel.stage.{RoundPlan, StagePrices}

/** Counts what happens to a task set, and reports where its tasks read: now and then, and at its end. Not thread-safe.
  */
private[scheduler] final class StageReporter(
    session: TiercelSession,
    statistics: StageStatistics,
    followsMemory: Boolean
) {
  import StageReporter._

  /** The price lists of running tasks as of their launch, where lists change with what is in memory. */
  private val listsAtLaunch = mutable.HashMap[Int, Preferences]()
  private var reportedAt = Long.MinValue
  private var reportedLaunches = 0

  def launched(task: Int, place: Int, prices: StagePrices, now: Long): Unit = {
    val list = if (followsMemory && prices.known(task)) Some(prices.task(task)) else None
    list.foreach(listsAtLaunch(task) = _)
    statistics.launched(task, place, list.orNull, now)
  }

  /** The cost of a task that has finished, as of its launch if that is kept. */
  def cost(task: Int, place: Int, rack: Int, prices: StagePrices): Int =
    listsAtLaunch.remove(task).getOrElse(prices.task(task)).cost(place, rack)

  /** Records what a round has decided, if the user wants that. */
  def decided(decided: RoundPlan.Decided, costs: => CostModel, names: Int => String): Unit =
    if (decided != null && decided.tasks.nonEmpty && session.recorder.records) {
      session.recorder.decided(
        statistics.stage,
        session.policyName,
        decided,
        costs,
        names(_),
        System.currentTimeMillis()
      )
    }

  /** Posts where tasks read so far: at most once a second, and when the last of `tasks` was launched. */
  def progress(now: Long, tasks: Int, prices: => StagePrices, racks: => Array[Int]): Unit = {
    val launched = statistics.launchedAttempts
    if (launched > reportedLaunches && (now - PauseMillis >= reportedAt || launched >= tasks)) {
      reportedAt = now
      reportedLaunches = launched
      session.events.accept(statistics.soFar(prices, racks))
    }
  }

  /** Posts and records the whole stage. Takes up to a microsecond a task. */
  def summarize(prices: StagePrices, racks: Array[Int], heldMillis: Long): Unit = {
    val reads = statistics.atEnd(prices, racks, heldMillis)
    session.events.accept(reads)
    session.recorder.finished(reads.summary)
  }
}

private object StageReporter {
  private val PauseMillis = 1000L
}
