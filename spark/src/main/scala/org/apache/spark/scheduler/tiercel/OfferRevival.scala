package org.apache.spark.scheduler.tiercel

import java.util.concurrent.atomic.AtomicBoolean

/** Asks the back end for offers after news, once for all stages within [[OfferRevival.PauseMillis]]. Thread-safe.
  *
  * @param later
  *   runs something in so many milliseconds
  */
private[scheduler] final class OfferRevival(later: (Long, () => Unit) => Unit, revive: () => Unit) {
  import OfferRevival._

  private val pending = new AtomicBoolean
  @volatile private var nextNanos = System.nanoTime()

  def soon(): Unit = if (pending.compareAndSet(false, true)) {
    val rest = math.max(0, (nextNanos - System.nanoTime()) / 1000000)
    later(
      rest,
      () => {
        nextNanos = System.nanoTime() + PauseMillis * 1000000
        pending.set(false)
        revive()
      }
    )
  }
}

private object OfferRevival {
  private val PauseMillis = 50L
}
