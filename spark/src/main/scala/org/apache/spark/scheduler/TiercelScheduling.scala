package org.apache.spark.scheduler

/** What Tiercel adds to a `TaskSchedulerImpl`, whatever its cluster manager. */
private[spark] trait TiercelScheduling extends TaskSchedulerImpl {}
