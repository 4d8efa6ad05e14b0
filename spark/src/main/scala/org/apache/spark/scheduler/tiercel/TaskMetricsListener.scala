package org.apache.spark.scheduler.tiercel

import io.tiercel.spark.prefetch.ApplicationPrefetcher
import io.tiercel.spark.prefetch.learn.TaskMeasurement

import org.apache.spark.Success
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}

/** Passes the metrics of successful tasks to the prefetcher. */
private[scheduler] final class TaskMetricsListener(prefetching: ApplicationPrefetcher) extends SparkListener {
  override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
    if (end.reason == Success && end.taskMetrics != null) {
      prefetching.measured(
        new TaskMeasurement(
          end.stageId,
          end.stageAttemptId,
          end.taskInfo.index,
          end.taskInfo.executorId,
          end.taskInfo.launchTime,
          end.taskInfo.finishTime,
          end.taskMetrics.executorCpuTime,
          end.taskMetrics.executorRunTime
        )
      )
    }
}
