package org.apache.spark.scheduler.tiercel

import io.tiercel.spark.plan.TaskTimes

import org.apache.spark.InternalAccumulator
import org.apache.spark.scheduler.DirectTaskResult
import org.apache.spark.util.LongAccumulator

/** Reads from a task's result how long it did other things than wait for its input. */
private[scheduler] object TaskMetricsReader {

  /** @param busyMillis
    *   of `runMillis`, computing, collecting garbage and moving shuffle data
    * @param bytesRead
    *   of input
    */
  final case class Busy(runMillis: Long, busyMillis: Double, bytesRead: Long) {

    /** @param durationMillis between launch and end, by the driver's clock */
    def times(durationMillis: Long): TaskTimes = TaskTimes.of(durationMillis, runMillis, busyMillis, bytesRead)
  }

  /** Milliseconds of one unit of the metrics that count as busy. */
  private val BusyMillis: Map[String, Double] = Map(
    InternalAccumulator.EXECUTOR_CPU_TIME -> 1e-6,
    InternalAccumulator.JVM_GC_TIME -> 1.0,
    InternalAccumulator.shuffleWrite.WRITE_TIME -> 1e-6,
    InternalAccumulator.shuffleRead.FETCH_WAIT_TIME -> 1.0
  )

  /** None if the result has no metrics. Spark leaves out metrics that are zero: the running time of a task below a
    * millisecond too.
    */
  def busy(result: DirectTaskResult[_]): Option[Busy] = {
    var hasMetrics = false
    var run = 0L
    var busy = 0.0
    var bytes = 0L
    for (each <- result.accumUpdates) each match {
      case time: LongAccumulator =>
        time.name.foreach { name =>
          hasMetrics |= name.startsWith(InternalAccumulator.METRICS_PREFIX)
          if (name == InternalAccumulator.EXECUTOR_RUN_TIME) {
            run = time.sum
          }
          if (name == InternalAccumulator.input.BYTES_READ) {
            bytes = time.sum
          }
          BusyMillis.get(name).foreach(unit => busy += unit * time.sum)
        }
      case _ =>
    }
    if (hasMetrics) Some(Busy(run, busy, bytes)) else None
  }
}
