package org.apache.spark.scheduler

import java.util.Properties

import scala.concurrent.ExecutionContext

import org.apache.spark.util.{Clock, Utils}

/** What the sources of Spark 4 with Scala 2.13 have otherwise than those of Spark 3.5 with Scala 2.12. */
private[scheduler] object SparkDifferences {

  /** Runs what it is given at once, on the thread that gives it. */
  val OnAnyThread: ExecutionContext = ExecutionContext.parasitic

  /** What a task gets of one custom resource: amounts by address. */
  type Assigned = Map[String, Long]

  /** Makes the manager that Spark would make, as Tiercel's. */
  def newManager(
      scheduler: TaskSchedulerImpl,
      taskSet: TaskSet,
      maxTaskFailures: Int,
      healthTracker: Option[HealthTracker],
      clock: Clock
  ): TiercelTaskSetManager =
    if (knowsStreams && isStream(taskSet)) {
      StreamTaskSets.create(scheduler, taskSet, maxTaskFailures, healthTracker, clock)
    } else {
      new TiercelTaskSetManager(scheduler, taskSet, maxTaskFailures, healthTracker, clock)
    }

  /** Whether this Spark has a manager of its own for streaming task sets: 4.2 has, older ones lack its classes. */
  private lazy val knowsStreams: Boolean =
    Utils.classIsLoadable("org.apache.spark.scheduler.StructuredStreamingIdAwareSchedulerLogging")

  private def isStream(taskSet: TaskSet): Boolean =
    taskSet.properties != null && taskSet.properties.getProperty("sql.streaming.queryId") != null
}

/** Creates managers of streaming task sets, whose log names query and batch as Spark 4.2 does. A class of its own, so
  * that an older Spark does not link classes that only 4.2 has.
  */
private object StreamTaskSets {
  import org.apache.spark.internal.config._

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
