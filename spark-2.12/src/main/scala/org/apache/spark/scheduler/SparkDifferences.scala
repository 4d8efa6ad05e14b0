package org.apache.spark.scheduler

import scala.concurrent.ExecutionContext

import org.apache.spark.resource.ResourceInformation
import org.apache.spark.util.Clock

/** What the sources of Spark 3.5 with Scala 2.12 have otherwise than those of Spark 4 with Scala 2.13. */
private[scheduler] object SparkDifferences {

  /** Runs what it is given at once, on the thread that gives it. */
  val OnAnyThread: ExecutionContext = ExecutionContext.fromExecutor(_.run())

  /** What a task gets of one custom resource. */
  type Assigned = ResourceInformation

  /** Makes the manager that Spark would make, as Tiercel's. */
  def newManager(
      scheduler: TaskSchedulerImpl,
      taskSet: TaskSet,
      maxTaskFailures: Int,
      healthTracker: Option[HealthTracker],
      clock: Clock
  ): TiercelTaskSetManager =
    new TiercelTaskSetManager(scheduler, taskSet, maxTaskFailures, healthTracker, clock)
}
