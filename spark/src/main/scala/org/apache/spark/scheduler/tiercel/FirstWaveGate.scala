package org.apache.spark.scheduler.tiercel

import io.tiercel.spark.prefetch.StagePrefetch

import org.apache.spark.scheduler.{TiercelScheduling, TiercelTaskSetManager}

/** Holds the first tasks of a stage back while their input comes into memory. Once open it stays open. Guarded by the
  * scheduler's lock.
  */
private[scheduler] final class FirstWaveGate(
    scheduler: TiercelScheduling,
    session: TiercelSession,
    manager: TiercelTaskSetManager,
    prefetch: StagePrefetch
) {
  private var holds = prefetch.firstWave.isHeld(manager.nowNanos())

  /** Whether tasks must wait now. Opens when other task sets need slots. */
  def pollClosed(): Boolean =
    holds && session.guarded("a stage's first tasks do not wait", { holds = false; false }) {
      holds = prefetch.firstWave.isHeld(manager.nowNanos())
      if (holds && scheduler.othersWait(manager)) {
        prefetch.waitNoMore()
        holds = false
      }
      if (holds) {
        scheduler.reviveAt(manager.monotonicMillis() + prefetch.firstWave.leftMillis(manager.nowNanos()))
      }
      holds
    }
}
