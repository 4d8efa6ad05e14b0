package org.apache.spark.scheduler.tiercel

import scala.jdk.CollectionConverters._

import io.tiercel.assign.Reason
import io.tiercel.model.Tier
import io.tiercel.plan.dispatch.TaskReads
import io.tiercel.record.StartsRecord.{Held, Start}
import io.tiercel.spark.account.{PlanStatistics, StageStatistics}
import io.tiercel.spark.plan.PlannedTaskSet

/** Records what the rounds of a planned task set do, and posts its plan and what has become of it: now and then, and at
  * its end. A failure costs that alone. Guarded by the scheduler's lock.
  *
  * @param begun
  *   seconds of a clock that nobody sets
  */
private[scheduler] final class PlanReporter(
    session: TiercelSession,
    stage: StageStatistics.Stage,
    plan: PlannedTaskSet,
    places: Int => String,
    begun: Double
) {
  import PlanReporter._

  private val statistics = {
    val devices = new PlanStatistics.Devices {
      override def tier(device: Int): Tier = plan.tier(device)
      override def name(device: Int): String = plan.deviceName(device, places(_))
    }
    new PlanStatistics(stage, devices, plan.inputBytes, begun)
  }
  private var hasNews = false
  private var postedAt = Double.NegativeInfinity

  /** A round has ended. */
  def decided(now: Double): Unit = {
    keep(record())
    keep {
      plan.plannedReads.ifPresent(reads => hasNews |= statistics.planned(reads, now))
      progress(now)
    }
  }

  /** Records what the round has done, if the user wants that. */
  private def record(): Unit = if (session.recorder.records) {
    val now = System.currentTimeMillis()
    plan.takePlanIfNew.ifPresent { made =>
      session.recorder.planned(stage, made, () => plan.deviceNames(places(_)), places(_), now)
    }
    val starts = plan.starts.asScala.map(start => new Start(start.task, places(start.node), start.reason))
    val held = plan.heldSlots.asScala.map { case (place, slots) => new Held(places(place), slots) }
    if (starts.nonEmpty || held.nonEmpty) {
      session.recorder.started(stage, starts.asJava, held.toSeq.asJava, now)
    }
  }

  /** A task was launched. `reason` is None if Spark's own scheduler has chosen it. */
  def launched(reason: Option[Reason]): Unit = keep {
    statistics.started(reason.orNull)
    hasNews = true
  }

  /** A task has ended well. `reads` is None if nobody knows them. */
  def ended(reads: Option[TaskReads], now: Double): Unit = keep {
    statistics.ended(reads.orNull, now)
    hasNews = true
    progress(now)
  }

  private def progress(now: Double): Unit = if (hasNews && now >= postedAt + PauseSeconds) {
    hasNews = false
    postedAt = now
    post(over = false, now)
  }

  def closed(now: Double): Unit = keep(post(over = true, now))

  /** Makes the event in the background, since that looks at all devices. */
  private def post(over: Boolean, now: Double): Unit = {
    val counts = statistics.snapshot(over, plan.heldMillis, now)
    session.later(0, Failure)(session.events.accept(counts.event))
  }

  private def keep(action: => Unit): Unit = session.guarded(Failure, ())(action)
}

private object PlanReporter {
  private val PauseSeconds = 1.0
  private val Failure = "the tab lacks a stage's plan of reads"
}
