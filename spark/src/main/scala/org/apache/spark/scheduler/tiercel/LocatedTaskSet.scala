package org.apache.spark.scheduler.tiercel

import java.util.concurrent.ConcurrentHashMap
import java.util.function.Consumer

import io.tiercel.assign.CostModel
import io.tiercel.spark.account.{DriverMetric, StageStatistics}
import io.tiercel.spark.cache.{PlannedStage, StageTransfers}
import io.tiercel.spark.memory.{StageMemory, WaitingTasks}
import io.tiercel.spark.plan.TaskTimes
import io.tiercel.spark.prefetch.{FirstWaveHold, StagePrefetch}
import io.tiercel.spark.prefetch.learn.StageKind
import io.tiercel.stage.{RoundPlan, StagePrices, TaskDurations}

import org.apache.spark.scheduler._
import org.apache.spark.scheduler.tiercel.JavaValues._

/** A task set whose input is located, wholly or in part: its plan and its rounds. Guarded by the scheduler's lock,
  * except [[refresh]], [[keepCached]] and [[fillCaches]].
  *
  * It changes the choice of the task and nothing else of what Spark decides. After an error in a round, Spark's own
  * code decides in that round; after an error in the bookkeeping, from then on.
  */
private[scheduler] final class LocatedTaskSet(
    scheduler: TiercelScheduling,
    session: TiercelSession,
    val manager: TiercelTaskSetManager,
    priced: PricedInput,
    kind: => StageKind,
    statistics: StageStatistics
) {
  import StageRounds._

  private val input = priced.input
  private val places = input.places
  private val memory: Option[StageMemory] = input.memory.toScala
  private val durations: TaskDurations = session.durations.ofStage()
  private val reporter = new StageReporter(session, statistics, memory.nonEmpty)
  private val prices = new PriceRefresher(session, priced, () => if (!broken) scheduler.reviveSoon())
  private val rounds: StageRounds = {
    val offers = new StageOffers(scheduler, manager, places, statistics)
    // All tasks of a barrier stage start at once, so there is nothing to plan.
    priced.reads.filterNot(_ => manager.isBarrier) match {
      case Some(reads) =>
        val solver: Consumer[Runnable] = (solve: Runnable) =>
          session.later(0, "a stage was not planned") {
            try solve.run()
            finally scheduler.reviveSoon()
          }
        val begun = manager.nowNanos() / 1e9
        val plan = session.plans.get.begin(reads, kind, offers.all, solver, begun)
        val planned = new PlanReporter(session, statistics.stage, plan, (place: Int) => places.name(place), begun)
        new PlannedRounds(plan, manager, places, offers, prices, priced.prices, planned)
      case None =>
        val decided =
          (round: RoundPlan.Decided) => reporter.decided(round, input.costs, (place: Int) => places.name(place))
        new MatchedRounds(session, manager, places, offers, durations, prices, priced.prices, decided)
    }
  }

  /** Whether Spark decides for good. */
  @volatile private var broken = session.sparkDecides
  @volatile private var closed = false
  private var round: OfferRound = _
  private var hasBegun = false
  private var sparkDecidesRound = false
  private var sparkDecidesNextRound = false
  private var failedInRound = false
  private var launchedInRound = 0
  private var nanosInRound = 0L
  private var prefetching: Option[StagePrefetch] = None
  @volatile private var transfers: Option[StageTransfers] = None
  @volatile private var kept: Option[PlannedStage] = None

  /** Tasks that read their input by themselves; only if caches are filled before tasks start. */
  private val hasLaunched = ConcurrentHashMap.newKeySet[Int]()
  private val hasEnded = ConcurrentHashMap.newKeySet[Int]()

  /** Whether the first tasks wait until their input is in memory. Once they may start they always may. */
  private var holdsFirstWave = false

  /** Tells `stage` from now on what happens to the tasks. */
  def prefetch(stage: StagePrefetch): Unit = {
    prefetching = Some(stage)
    rounds.prefetched(task => stage.isAwaited(task) || isOnItsWay(task))
    holdsFirstWave = stage.firstWave.isHeld(manager.nowNanos())
  }

  /** Has cached input stay until its tasks have read it, once it is located, and again when more is. Not by two threads
    * at once.
    */
  def keepCached(): Unit = session.caches.foreach { caches =>
    session.guarded("cached input of a stage may be evicted", ()) {
      caches.keep(input, now).toScala.foreach { begun =>
        kept.foreach(_.close())
        kept = Some(begun)
        hasEnded.forEach(begun.ended(_))
        if (closed) {
          begun.close()
        }
      }
    }
  }

  /** Has input of waiting tasks brought into caches, once it is located. Any thread may call it. */
  def fillCaches(): Unit = session.filledCaches.foreach { caches =>
    session.guarded("input of a stage is not brought into caches", ()) {
      caches.begin(input, now).toScala.foreach { begun =>
        transfers = Some(begun)
        hasLaunched.forEach(begun.launched(_, now))
        if (closed) {
          begun.close(now)
        }
      }
    }
  }

  /** Whether a task's input is on its way into a cache. */
  private def isOnItsWay(task: Int): Boolean = transfers.exists(_.isOnItsWay(task))

  if (session.filledCaches.nonEmpty) {
    rounds.prefetched(isOnItsWay)
    rounds.filled(task => transfers.exists(_.isSettled(task)))
  }

  /** The costs of waiting tasks on the hosts that Spark asks YARN for. Takes the scheduler's lock. */
  private def waiting: WaitingTasks = {
    val profile = manager.taskSet.resourceProfileId
    val waiting = WaitingTasks.none(profile, session.tasksPerExecutor(profile))
    val latest = scheduler.synchronized(prices.peek.getOrElse(rounds.prices))
    for {
      task <- 0 until manager.numTasks
      if !closed && memory.forall(_.isWaiting(task))
      host <- manager.tasks(task).preferredLocations.map(_.host).distinct
    } {
      val list = latest.task(task)
      val place = list.indexOf(session.hosts.canonical(session.hosts.node(host)))
      if (place >= 0) {
        waiting.add(host, list.nodeCost(place).toDouble / CostModel.UNITS_PER_SCORE)
      }
    }
    waiting
  }

  // Places of cached input are executors, which run already.
  if (!input.hasCached) {
    session.executors.foreach { executors =>
      executors.begin(this, () => waiting)
      session.stageSaysInput()
    }
  }

  private def now: Double = manager.nowNanos() / 1e9

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
      session.guarded("Spark's own scheduler decides a round", { roundFailed(); LetSparkDecide }) {
        if (!hasBegun) {
          rounds.begin(current)
          hasBegun = true
        }
        rounds.take(executor, host, maxLocality)
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

  /** Begins a round with its first question. */
  private def enter(current: OfferRound): Unit = if (round ne current) {
    round = current
    hasBegun = false
    sparkDecidesRound = sparkDecidesNextRound
    sparkDecidesNextRound = false
    failedInRound = false
    launchedInRound = 0
    nanosInRound = 0
    current.asked += this
  }

  /** Has the stage priced anew in the background if there is news; the round after that takes the prices. */
  def refresh(): Unit = prices.refresh()

  def isUpToDate: Boolean = prices.isUpToDate

  /** The prices of the last plan, or as of now where Spark decides. */
  private def currentPrices: StagePrices = (if (broken) prices.peek else None).getOrElse(rounds.prices)

  /** Counts the time that a question of Spark's took. */
  def spent(nanos: Long): Unit = nanosInRound += nanos

  def executorsChanged(): Unit = rounds.executorsChanged()

  def pending(task: Int): Unit = keep {
    memory.foreach(_.pending(task))
    rounds.pending(task)
  }

  /** A task has failed, and Spark will not launch it on the executor again. */
  def barred(task: Int, executor: String, host: String): Unit = keep(rounds.barred(task, places.of(executor, host)))

  /** Another attempt of the stage has done a task's work. */
  def completed(task: Int): Unit = keep {
    if (session.caches.nonEmpty) {
      hasEnded.add(task)
      kept.foreach(_.ended(task))
    }
    rounds.completed(task)
  }

  def launched(task: Int, executor: String, host: String, speculative: Boolean): Unit = keep {
    launchedInRound += 1
    input.readingBegins()
    val place = places.of(executor, host)
    reporter.launched(task, place, currentPrices, manager.epochMillis())
    memory.foreach(_.launched(task))
    if (session.filledCaches.nonEmpty) {
      hasLaunched.add(task)
      transfers.foreach(_.launched(task, now))
    }
    prefetching.foreach(_.launched(task))
    if (!speculative) {
      rounds.launched(task, place, executor)
    }
  }

  /** A task has ended well. Times are None if they are unknown, or if a second copy has run. */
  def finished(info: TaskInfo, times: Option[TaskTimes]): Unit = keep {
    memory.foreach(_.finished(info.index))
    kept.foreach(_.ended(info.index))
    val place = places.of(info.executorId, info.host)
    val racks = places.racks
    val cost = reporter.cost(info.index, place, racks(place), rounds.prices)
    durations.finished(info.duration, session.hold.readMillis(rounds.prices.bytes(info.index), cost))
    rounds.ended(info.index, info.executorId, times)
    // Its planned bytes: of vectored reads Spark counts nothing.
    transfers.foreach(_.finished(rounds.prices.bytes(info.index), info.duration / 1e3))
  }

  /** After bookkeeping that failed, Spark decides. */
  private def keep(action: => Unit): Unit =
    session.guarded("Spark's own scheduler takes over a stage", { broken = true })(action)

  /** Ends a round in which this task set was asked. */
  def leave(): Unit = if (round != null && !closed) {
    statistics.round(nanosInRound)
    reporter.progress(manager.monotonicMillis(), manager.numTasks, currentPrices, places.racks)
    var isSpent = false
    if (hasBegun && !sparkDecidesRound) {
      val ended = rounds.end()
      isSpent = ended.isSpent
      if (ended.nextDeadline != Long.MaxValue) {
        scheduler.reviveAt(ended.nextDeadline)
      }
      sparkDecidesNextRound = launchedInRound == 0 && ended.isSame
    }
    session.metrics.round(nanosInRound, leftBecause(isSpent).orNull)
    round = null
    hasBegun = false
  }

  private def roundFailed(): Unit = {
    sparkDecidesRound = true
    failedInRound = true
  }

  /** Why the round was left to Spark, in the end or from its beginning; None if it was not. */
  private def leftBecause(isSpent: Boolean): Option[DriverMetric] =
    if (session.sparkDecides) {
      Some(DriverMetric.ROUNDS_LEFT_POLICY)
    } else if (broken || failedInRound) {
      Some(DriverMetric.ROUNDS_LEFT_FAILURE)
    } else if (sparkDecidesRound) {
      Some(DriverMetric.ROUNDS_LEFT_UNUSED)
    } else if (isSpent) {
      Some(DriverMetric.ROUNDS_LEFT_BUDGET)
    } else {
      None
    }

  /** Ends the task set. Its summary prices and counts the whole stage, so it is made in the background. */
  def close(): Unit = {
    closed = true
    session.executors.foreach(_.end(this))
    prefetching.foreach(_.ended())
    transfers.foreach(_.close(now))
    kept.foreach(_.close())
    input.cancel()
    rounds.close()
    val held = rounds.heldMillis
    val planned = rounds.prices
    session.later(0, "a stage was not summarized") {
      reporter.summarize(prices.latest.getOrElse(planned), places.racks, held)
    }
  }
}
