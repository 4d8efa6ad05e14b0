package org.apache.spark.scheduler.tiercel

import java.util.BitSet
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import java.util.function.IntPredicate

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.tiercel.assign.Preferences
import io.tiercel.record.StageSummary
import io.tiercel.spark.account.StageStatistics
import io.tiercel.spark.input.StageInput
import io.tiercel.spark.memory.StageMemory
import io.tiercel.spark.prefetch.{FirstWaveHold, StagePrefetch}
import io.tiercel.stage.{ExcludedSlots, FreeSlots, HoldRule, RoundPlan, StagePlan, StagePrices, TaskDurations}

import org.apache.spark.scheduler._

/** A task set whose input is located, wholly or in part: its plan, its prices and its account. Touched under the
  * scheduler's lock only, save for [[refresh]].
  *
  * Nothing in here may change what Spark decides but the choice of the task. Whatever goes wrong in a round, Spark's
  * own code decides in it; whatever goes wrong in the bookkeeping, it decides from then on.
  */
private[scheduler] final class LocatedTaskSet(
    scheduler: TiercelScheduling,
    session: TiercelSession,
    val manager: TiercelTaskSetManager,
    priced: PricedInput,
    account: StageStatistics
) {
  import LocatedTaskSet._

  private val input = priced.input
  private val places = input.places
  private val durations: TaskDurations = session.durations.ofStage()
  @volatile private var seenGeneration = priced.generation
  private val plan: StagePlan = {
    val racks = places.racks
    new StagePlan(
      session.policy,
      if (manager.isBarrier) HoldRule.NEVER else session.hold,
      durations,
      priced.prices,
      racks,
      capacity(racks.length)
    )
  }
  private val fresh = new AtomicReference[StagePrices]
  private val refreshing = new AtomicBoolean
  private var slotsChanged = false
  private val memory: Option[StageMemory] = input.memory.toScala

  /** What tasks cost where when they were launched; only where that changes with what is in memory. */
  private val listsAtLaunch = mutable.HashMap[Int, Preferences]()

  @volatile private var nextRefresh = System.nanoTime()

  /** Tasks that became pending again. */
  private val retries = mutable.HashSet[Int]()

  /** Whether Spark decides for good. */
  @volatile private var broken = session.sparkDecides
  private var round: OfferRound = _
  private var roundPlan: RoundPlan = _
  private var stockRound = false
  private var stockNextRound = false
  private var launchedInRound = 0
  private var nanosInRound = 0L
  private var toldAt = Long.MinValue
  private var toldLaunches = 0

  private var prefetching: Option[StagePrefetch] = None

  /** Whether the first tasks are held back; once they are not, they are not again. */
  private var waits = false

  /** What is prefetched hears of what happens from now on. */
  def prefetch(stage: StagePrefetch): Unit = {
    prefetching = Some(stage)
    waits = stage.firstWave.isHeld(manager.nowNanos())
  }

  /** The tasks that may be held back; None if nothing is prefetched. */
  def firstWave: Option[FirstWaveHold] = prefetching.map(_.firstWave)

  /** The task for what is offered; [[Nothing]] to leave it free, [[Stock]] to let Spark decide. */
  def choose(current: OfferRound, executor: String, host: String, maxLocality: TaskLocality.Value): Int = {
    enter(current)
    if (isHeldBack) {
      Nothing
    } else if (broken || stockRound) {
      Stock
    } else {
      session.guarded("a scheduling round goes Spark's own way", { stockRound = true; Stock }) {
        if (roundPlan == null) {
          roundPlan = makePlan()
        }
        take(executor, host, maxLocality)
      }
    }
  }

  /** Whether the first tasks are to wait for their input. Others that need slots do not wait for that. */
  private def isHeldBack: Boolean =
    waits && session.guarded("a stage's first tasks do not wait", { waits = false; false }) {
      waits = prefetching.exists(_.firstWave.isHeld(manager.nowNanos()))
      if (waits && scheduler.othersWait(manager)) {
        prefetching.foreach(_.waitNoMore())
        waits = false
      }
      if (waits) {
        prefetching.foreach(stage => scheduler.reviveAt(manager.now() + stage.firstWave.leftMillis(manager.nowNanos())))
      }
      waits
    }

  private def take(executor: String, host: String, maxLocality: TaskLocality.Value): Int = {
    val task = roundPlan.take(
      places.of(executor, host),
      maxLocality.id,
      (task: Int) => manager.isRunnable(task),
      (task: Int) => manager.isAllowed(task, executor, host)
    )
    if (task != RoundPlan.NONE) {
      task
    } else if (!roundPlan.refused && (roundPlan.left > 0 || roundPlan.waiting > 0)) {
      Nothing
    } else {
      Stock
    }
  }

  /** The first question of a round. */
  private def enter(current: OfferRound): Unit = if (round ne current) {
    round = current
    roundPlan = null
    stockRound = stockNextRound
    stockNextRound = false
    launchedInRound = 0
    nanosInRound = 0
    current.asked += this
  }

  private def makePlan(): RoundPlan = {
    val prices = fresh.getAndSet(null)
    if (prices != null || slotsChanged) {
      slotsChanged = false
      val racks = places.racks
      plan.reprice(if (prices == null) plan.prices else prices, racks, capacity(racks.length))
    }
    refresh()
    val free = round.freeSlots(manager).filter(_._2 > 0).map { case (offer, slots) =>
      (places.of(offer.executorId, offer.host), offer, slots)
    }
    val racks = places.racks
    val slots = new Array[Int](racks.length)
    free.foreach { case (place, _, count) => slots(place) += count }
    val runnable: IntPredicate = (task: Int) => manager.isRunnable(task)
    plan.round(new FreeSlots(racks, slots), manager.now(), runnable, bars(free.groupMap(_._1)(_._2)))
  }

  /** The free places at which Spark launches a task no more that has failed there. */
  private def bars(free: Map[Int, Seq[WorkerOffer]]): ExcludedSlots = {
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

  /** If there is news, prices anew in the background; the round after that takes it. However much news there is, this
    * takes a tenth of one core at most.
    */
  def refresh(): Unit = if (input.generation != seenGeneration && refreshing.compareAndSet(false, true)) {
    val rest = if (memory.isEmpty) 0 else (nextRefresh - System.nanoTime()) / 1000000
    session.later(math.max(rest, if (input.isLocated) 0 else PartialNewsMillis)) {
      val start = System.nanoTime()
      try {
        seenGeneration = input.generation
        fresh.set(input.price())
      } finally {
        val end = System.nanoTime()
        nextRefresh = end + math.max(NewsNanos, 10 * (end - start))
        refreshing.set(false)
      }
      if (!broken) {
        scheduler.backend.reviveOffers()
      }
      if (memory.nonEmpty) {
        refresh()
      }
    }
  }

  def isUpToDate: Boolean = input.generation == seenGeneration && !refreshing.get

  /** Those that the last plan was made with, or as of now where Spark decides. */
  private def currentPrices: StagePrices = (if (broken) Option(fresh.get) else None).getOrElse(plan.prices)

  /** Slots of each place that this task set could have, free or not. */
  private def capacity(places: Int): Array[Int] = {
    val slots = new Array[Int](places)
    scheduler.slotsOfExecutors(manager).foreach { case (executor, host, count) =>
      val place = this.places.of(executor, host)
      account.available(place)
      if (place < places) {
        slots(place) += count
      }
    }
    slots
  }

  /** Time that Spark's question took, whoever answered it. */
  def spent(nanos: Long): Unit = nanosInRound += nanos

  def executorsChanged(): Unit = slotsChanged = true

  def pending(task: Int): Unit = keep {
    retries += task
    memory.foreach(_.pending(task))
    plan.pending(task)
  }

  def launched(task: Int, executor: String, host: String, speculative: Boolean): Unit = keep {
    launchedInRound += 1
    val prices = currentPrices
    val list = if (memory.nonEmpty && prices.known(task)) Some(prices.task(task)) else None
    list.foreach(listsAtLaunch(task) = _)
    memory.foreach(_.launched(task))
    prefetching.foreach(_.launched(task))
    account.launched(task, places.of(executor, host), list.orNull, manager.now())
    if (!speculative) {
      plan.launched(task, manager.now())
    }
  }

  def finished(info: TaskInfo): Unit = keep {
    memory.foreach(_.finished(info.index))
    val prices = plan.prices
    val place = places.of(info.executorId, info.host)
    val racks = places.racks
    val cost = listsAtLaunch.remove(info.index).getOrElse(prices.task(info.index)).cost(place, racks(place))
    durations.finished(info.duration, session.hold.readMillis(prices.bytes(info.index), cost))
  }

  /** Bookkeeping that failed cannot be trusted any more. */
  private def keep(action: => Unit): Unit =
    session.guarded("a stage goes on Spark's own way", { broken = true })(action)

  /** The end of a round in which this task set was asked. */
  def leave(): Unit = if (round != null) {
    account.round(nanosInRound)
    tell()
    if (roundPlan != null && !stockRound) {
      if (roundPlan.decided != null && roundPlan.decided.tasks.nonEmpty && session.ledger.records) {
        session.ledger.decided(
          account.stage,
          session.policyName,
          roundPlan.decided,
          input.costs,
          (place: Int) => places.name(place),
          System.currentTimeMillis()
        )
      }
      if (roundPlan.nextDeadline != Long.MaxValue) {
        scheduler.reviveAt(roundPlan.nextDeadline)
      }
      // What was planned and not taken in a round that took nothing at all would not be taken in the next either.
      stockNextRound = launchedInRound == 0 && roundPlan.left > roundPlan.delayed
    }
    round = null
    roundPlan = null
  }

  /** Says now and then where tasks read so far; the last time when all have been launched. */
  private def tell(): Unit = {
    val launched = account.launchedAttempts
    val now = manager.now()
    if (launched > toldLaunches && (now - TellMillis >= toldAt || launched >= manager.numTasks)) {
      toldAt = now
      toldLaunches = launched
      session.events.post(account.soFar(currentPrices, places.racks))
    }
  }

  def summarize(app: String): StageSummary = {
    val prices = Option(fresh.get).getOrElse(if (input.generation != seenGeneration) input.price() else plan.prices)
    val tally = account.tally(prices, places.racks)
    session.events.post(account.reads(tally, prices.size, true))
    account.summary(app, tally, prices.size, plan.heldMillis)
  }

  def cancel(): Unit = {
    prefetching.foreach(_.ended())
    input.cancel()
  }
}

/** Input with its first prices, made before the scheduler's lock is taken: for a huge stage that takes some tenths of a
  * second.
  *
  * @param generation
  *   of the input, at the latest when it was priced
  */
private[scheduler] final class PricedInput(val input: StageInput, val generation: Long, val prices: StagePrices)

private[scheduler] object PricedInput {
  def of(input: StageInput): PricedInput = {
    val generation = input.generation
    new PricedInput(input, generation, input.price())
  }
}

private[scheduler] object LocatedTaskSet {
  val Nothing: Int = -1
  val Stock: Int = -2

  /** While answers trickle in, prices are made anew no more often than this. */
  private val PartialNewsMillis = 200L

  /** The same for news of what is in memory. */
  private val NewsNanos = 50L * 1000 * 1000

  /** How often it is told where tasks read so far. */
  private val TellMillis = 1000L
}
