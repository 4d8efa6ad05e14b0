package org.apache.spark.scheduler.tiercel

import java.util.BitSet
import java.util.function.{BooleanSupplier, IntPredicate}

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.tiercel.assign.Reason
import io.tiercel.spark.account.StageStatistics
import io.tiercel.spark.memory.StageMemory
import io.tiercel.spark.prefetch.{FirstWaveHold, StagePrefetch}
import io.tiercel.stage.{ExcludedSlots, FreeSlots, HoldRule, RoundPlan, StagePlan, StagePrices, TaskDurations}

import org.apache.spark.scheduler._

/** A task set whose input is located, wholly or in part: its plan and its rounds. Guarded by the scheduler's lock,
  * except [[refresh]].
  *
  * It changes the choice of the task and nothing else of what Spark decides. After an error in a round, Spark's own
  * code decides in that round; after an error in the bookkeeping, from then on.
  */
private[scheduler] final class LocatedTaskSet(
    scheduler: TiercelScheduling,
    session: TiercelSession,
    val manager: TiercelTaskSetManager,
    priced: PricedInput,
    statistics: StageStatistics
) {
  import LocatedTaskSet._

  private val input = priced.input
  private val places = input.places
  private val memory: Option[StageMemory] = input.memory.toScala
  private val durations: TaskDurations = session.durations.ofStage()
  private val reporter = new StageReporter(session, statistics, memory.nonEmpty)
  private val plan: StagePlan = {
    val racks = places.racks
    val hold = if (manager.isBarrier) HoldRule.NEVER else session.hold
    new StagePlan(session.policy, hold, durations, priced.prices, racks, capacity(racks.length))
  }
  private val prices = new PriceRefresher(session, priced, () => if (!broken) scheduler.reviveSoon())
  private var slotsChanged = false

  /** Tasks that became pending again. */
  private val retries = mutable.HashSet[Int]()

  /** Whether Spark decides for good. */
  @volatile private var broken = session.sparkDecides
  private var closed = false
  private var round: OfferRound = _
  private var roundPlan: RoundPlan = _
  private var sparkDecidesRound = false
  private var sparkDecidesNextRound = false
  private var launchedInRound = 0
  private var nanosInRound = 0L
  private var prefetching: Option[StagePrefetch] = None

  /** Whether the first tasks wait until their input is in memory. Once they may start they always may. */
  private var holdsFirstWave = false

  /** Tells `stage` from now on what happens to the tasks. */
  def prefetch(stage: StagePrefetch): Unit = {
    prefetching = Some(stage)
    holdsFirstWave = stage.firstWave.isHeld(manager.nowNanos())
  }

  /** The tasks that may be held back; None if nothing is prefetched. */
  def firstWave: Option[FirstWaveHold] = prefetching.map(_.firstWave)

  /** The task for an offer; [[LeaveFree]] to leave it free, [[LetSparkDecide]] to let Spark decide. */
  def choose(current: OfferRound, executor: String, host: String, maxLocality: TaskLocality.Value): Int = {
    enter(current)
    if (prefetching.exists(isHeldBack)) {
      LeaveFree
    } else if (broken || sparkDecidesRound) {
      LetSparkDecide
    } else {
      session.guarded("Spark's own scheduler decides a round", { sparkDecidesRound = true; LetSparkDecide }) {
        if (roundPlan == null) {
          roundPlan = makePlan()
        }
        take(executor, host, maxLocality)
      }
    }
  }

  /** Whether tasks must wait now. They may start when other task sets need slots. */
  private def isHeldBack(prefetch: StagePrefetch): Boolean =
    holdsFirstWave && session.guarded("a stage's first tasks do not wait", { holdsFirstWave = false; false }) {
      holdsFirstWave = prefetch.firstWave.isHeld(manager.nowNanos())
      if (holdsFirstWave && scheduler.waitingTasks(manager) > 0) {
        prefetch.waitNoMore()
        holdsFirstWave = false
      }
      if (holdsFirstWave) {
        scheduler.reviveAt(manager.monotonicMillis() + prefetch.firstWave.leftMillis(manager.nowNanos()))
      }
      holdsFirstWave
    }

  private def take(executor: String, host: String, maxLocality: TaskLocality.Value): Int = {
    val task = roundPlan.take(
      places.of(executor, host),
      (reason: Reason) => LocatedTaskSet.level(reason) <= maxLocality,
      (task: Int) => manager.isRunnable(task),
      (task: Int) => manager.isAllowed(task, executor, host)
    )
    if (task != RoundPlan.NONE) {
      task
    } else if (!roundPlan.isRefused && (roundPlan.left > 0 || roundPlan.waiting > 0)) {
      LeaveFree
    } else {
      LetSparkDecide
    }
  }

  /** Begins a round with its first question. */
  private def enter(current: OfferRound): Unit = if (round ne current) {
    round = current
    roundPlan = null
    sparkDecidesRound = sparkDecidesNextRound
    sparkDecidesNextRound = false
    launchedInRound = 0
    nanosInRound = 0
    current.asked += this
  }

  private def makePlan(): RoundPlan = {
    val fresh = prices.take()
    if (fresh.nonEmpty || slotsChanged) {
      slotsChanged = false
      val racks = places.racks
      plan.reprice(fresh.getOrElse(plan.prices), racks, capacity(racks.length))
    }
    refresh()
    val free = round.freeSlots(manager).filter(_._2 > 0).map { case (offer, slots) =>
      (places.of(offer.executorId, offer.host), offer, slots)
    }
    val racks = places.racks
    val slots = new Array[Int](racks.length)
    free.foreach { case (place, _, count) => slots(place) += count }
    val runnable: IntPredicate = (task: Int) => manager.isRunnable(task)
    val deadline = manager.nowNanos() + RoundBudgetNanos
    val isSpent: BooleanSupplier = () => manager.nowNanos() - deadline > 0
    val now = manager.monotonicMillis()
    plan.round(new FreeSlots(racks, slots), now, runnable, excluded(free.groupMap(_._1)(_._2)), isSpent)
  }

  /** The free places at which Spark does not launch a task again that has failed there. */
  private def excluded(free: Map[Int, Seq[WorkerOffer]]): ExcludedSlots = {
    val failing = manager.placesOfFailures(places).filter(free.contains)
    if (failing.isEmpty) {
      ExcludedSlots.NONE
    } else {
      retries.filterInPlace(manager.isRunnable(_))
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

  /** Has the stage priced anew in the background if there is news; the round after that takes the prices. */
  def refresh(): Unit = prices.refresh()

  def isUpToDate: Boolean = prices.isUpToDate

  /** The prices of the last plan, or as of now where Spark decides. */
  private def currentPrices: StagePrices = (if (broken) prices.peek else None).getOrElse(plan.prices)

  /** Slots of each place that this task set could have, free or not. */
  private def capacity(places: Int): Array[Int] = {
    val slots = new Array[Int](places)
    scheduler.slots.of(manager).foreach { each =>
      val place = this.places.of(each.executor, each.host)
      statistics.available(place)
      if (place < places) {
        slots(place) += each.count
      }
    }
    slots
  }

  /** Counts the time that a question of Spark's took. */
  def spent(nanos: Long): Unit = nanosInRound += nanos

  def executorsChanged(): Unit = slotsChanged = true

  def pending(task: Int): Unit = keep {
    retries += task
    memory.foreach(_.pending(task))
    plan.pending(task)
  }

  def launched(task: Int, executor: String, host: String, speculative: Boolean): Unit = keep {
    launchedInRound += 1
    reporter.launched(task, places.of(executor, host), currentPrices, manager.epochMillis())
    memory.foreach(_.launched(task))
    prefetching.foreach(_.launched(task))
    if (!speculative) {
      plan.launched(task, manager.monotonicMillis())
    }
  }

  def finished(info: TaskInfo): Unit = keep {
    memory.foreach(_.finished(info.index))
    val place = places.of(info.executorId, info.host)
    val racks = places.racks
    val cost = reporter.cost(info.index, place, racks(place), plan.prices)
    durations.finished(info.duration, session.hold.readMillis(plan.prices.bytes(info.index), cost))
  }

  /** After bookkeeping that failed, Spark decides. */
  private def keep(action: => Unit): Unit =
    session.guarded("Spark's own scheduler takes over a stage", { broken = true })(action)

  /** Ends a round in which this task set was asked. */
  def leave(): Unit = if (round != null && !closed) {
    statistics.round(nanosInRound)
    reporter.progress(manager.monotonicMillis(), manager.numTasks, currentPrices, places.racks)
    if (roundPlan != null && !sparkDecidesRound) {
      reporter.decided(roundPlan.decided, input.costs, (place: Int) => places.name(place))
      if (roundPlan.nextDeadline != Long.MaxValue) {
        scheduler.reviveAt(roundPlan.nextDeadline)
      }
      // A round that took nothing of its plan would take nothing of the same plan the next time.
      sparkDecidesNextRound = launchedInRound == 0 && roundPlan.left > roundPlan.delayed
    }
    round = null
    roundPlan = null
  }

  /** Ends the task set. Its summary prices and counts the whole stage, so it is made in the background. */
  def close(): Unit = {
    closed = true
    prefetching.foreach(_.ended())
    input.cancel()
    val held = plan.heldMillis
    val planned = plan.prices
    session.later(0, "a stage was not summarized") {
      reporter.summarize(prices.latest.getOrElse(planned), places.racks, held)
    }
  }
}

private[scheduler] object LocatedTaskSet {
  val LeaveFree: Int = -1
  val LetSparkDecide: Int = -2

  /** Time budget of a round. Once it is spent the plan is empty, and Spark's own scheduler fills the slots. */
  private val RoundBudgetNanos = 500L * 1000 * 1000

  /** Spark's locality level for a task that was placed for this reason; only for reasons that are levels of Spark. */
  private def level(reason: Reason): TaskLocality.Value = reason match {
    case Reason.NODE_LOCAL => TaskLocality.NODE_LOCAL
    case Reason.NO_PREFERENCE => TaskLocality.NO_PREF
    case Reason.RACK_LOCAL => TaskLocality.RACK_LOCAL
    case _ => TaskLocality.ANY
  }
}
