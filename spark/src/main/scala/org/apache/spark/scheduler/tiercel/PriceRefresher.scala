package org.apache.spark.scheduler.tiercel

import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}

import io.tiercel.spark.input.StageInput
import io.tiercel.spark.plan.{ApplicationPlans, ReadTranslation}
import io.tiercel.stage.StagePrices

/** Input with its first prices, made before the scheduler's lock is taken: that takes some tenths of a second for a
  * huge stage.
  *
  * @param plans
  *   of the application; None if each round is decided by itself
  */
private[scheduler] final class PricedInput(val input: StageInput, plans: Option[ApplicationPlans]) {

  /** At the latest when the input was priced. */
  val generation: Long = input.generation
  val prices: StagePrices = input.price()

  /** What a plan reads; None if the task set is not planned. Plans know devices of hosts, not what executors hold. */
  val reads: Option[ReadTranslation] = if (input.hasCached) None else plans.map(_.translation(input))
}

/** Prices a stage anew in the background when there is news of its input, with a tenth of one core at most.
  * Thread-safe.
  *
  * @param whenPriced
  *   called in the background after each pricing
  */
private[scheduler] final class PriceRefresher(session: TiercelSession, first: PricedInput, whenPriced: () => Unit) {
  import PriceRefresher._

  private val input = first.input
  private val fresh = new AtomicReference[StagePrices]
  private val refreshing = new AtomicBoolean
  @volatile private var pricedGeneration = first.generation
  @volatile private var nextNanos = System.nanoTime()

  /** Prices anew soon if there is news. */
  def refresh(): Unit = if (input.generation != pricedGeneration && refreshing.compareAndSet(false, true)) {
    val rest = (nextNanos - System.nanoTime()) / 1000000
    session.later(math.max(rest, if (input.isLocated) 0 else PartialNewsMillis)) {
      val start = System.nanoTime()
      try {
        pricedGeneration = input.generation
        fresh.set(input.price())
        first.reads.foreach(_.refresh())
      } finally {
        val end = System.nanoTime()
        nextNanos = end + math.max(NewsNanos, 10 * (end - start))
        refreshing.set(false)
      }
      whenPriced()
      if (input.memory.isPresent) {
        refresh()
      }
    }
  }

  /** New prices that nobody has taken; None if there are none. */
  def take(): Option[StagePrices] = Option(fresh.getAndSet(null))

  /** The same without taking them. */
  def peek: Option[StagePrices] = Option(fresh.get)

  /** Prices by all that is known now, where those known are older. Prices the stage on the caller's thread if need be.
    */
  def latest: Option[StagePrices] =
    peek.orElse(if (input.generation == pricedGeneration) None else Some(input.price()))

  def isUpToDate: Boolean = input.generation == pricedGeneration && !refreshing.get
}

private object PriceRefresher {

  /** Least time between two pricings while locations trickle in. */
  private val PartialNewsMillis = 200L

  /** The same for news of what is in memory. */
  private val NewsNanos = 50L * 1000 * 1000
}
