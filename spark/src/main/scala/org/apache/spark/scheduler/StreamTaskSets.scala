package org.apache.spark.scheduler

import java.util.Properties

import org.apache.spark.internal.config._
import org.apache.spark.util.Clock

/** Creates managers of streaming task sets, whose log names query and batch as Spark 4.2 does. A class of its own, so
  * that Spark 4.1 does not link classes that only 4.2 has.
  */
private[scheduler] object StreamTaskSets {
  def create(
      scheduler: TaskSchedulerImpl,
      taskSet: TaskSet,
      maxTaskFailures: Int,
      healthTracker: Option[HealthTracker],
      clock: Clock
  ): TiercelTaskSetManager =
    new TiercelTaskSetManager(scheduler, taskSet, maxTaskFailures, healthTracker, clock)
      with StructuredStreamingIdAwareSchedulerLogging {
      override protected def properties: Properties = this.taskSet.properties
      override protected val streamingIdAwareLoggingEnabled: Boolean =
        scheduler.conf.get(STREAMING_ID_AWARE_SCHEDULER_LOGGING_ENABLED)
      override protected val streamingQueryIdLength: Int =
        scheduler.conf.get(STREAMING_ID_AWARE_SCHEDULER_LOGGING_QUERY_ID_LENGTH)
      override protected def logName: String = classOf[TaskSetManager].getName
    }
}
