package org.apache.spark.scheduler

import org.apache.hadoop.yarn.api.records.{ApplicationAttemptId, ApplicationId}

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.cluster.YarnClientSchedulerBackend

/** Spark's back end for YARN's client mode, which says when the application has its id: its master asks for executors
  * while Spark still waits for it. Loaded by name, as YARN's schedulers.
  */
private[spark] class TiercelYarnClientBackend(scheduler: TaskSchedulerImpl, sc: SparkContext)
    extends YarnClientSchedulerBackend(scheduler, sc) {

  override protected def bindToYarn(appId: ApplicationId, attemptId: Option[ApplicationAttemptId]): Unit = {
    super.bindToYarn(appId, attemptId)
    scheduler match {
      case ours: TiercelScheduling => ours.submitted(appId.toString)
      case _ =>
    }
  }
}
