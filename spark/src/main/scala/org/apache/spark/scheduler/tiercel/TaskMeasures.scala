package org.apache.spark.scheduler.tiercel

import io.tiercel.spark.prefetch.Prefetching

import org.apache.spark.Success
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}

/** Passes on what Spark measures of tasks that have succeeded. */
private[scheduler] final class TaskMeasures(prefetching: Prefetching) extends SparkListener {
  override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
    if (end.reason == Success && end.taskMetrics != null) {
      prefetching.measured(
        end.stageId,
        end.stageAttemptId,
        end.taskInfo.index,
        end.taskMetrics.executorCpuTime,
        end.taskMetrics.executorRunTime
      )
    }
}
