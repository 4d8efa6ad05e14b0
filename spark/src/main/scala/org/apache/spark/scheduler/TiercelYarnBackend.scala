package org.apache.spark.scheduler

import scala.concurrent.Future

import org.apache.hadoop.yarn.api.records.{ApplicationAttemptId, ApplicationId}

import org.apache.spark.SparkContext
import org.apache.spark.resource.ResourceProfile
import org.apache.spark.scheduler.cluster.{
  YarnClientSchedulerBackend,
  YarnClusterSchedulerBackend,
  YarnSchedulerBackend
}
import org.apache.spark.scheduler.tiercel.OrderedRequests

/** Holds back requests that name hosts until YARN knows what these hosts are worth, within a budget. YARN grants a
  * request once, so late scores do not count.
  *
  * Subclasses are loaded by name, as YARN's schedulers.
  */
private[spark] trait TiercelYarnBackend extends YarnSchedulerBackend {
  protected def scheduling: TiercelScheduling

  private val requests = new OrderedRequests

  override def doRequestTotalExecutors(totals: Map[ResourceProfile, Int]): Future[Boolean] = {
    val namesHosts = rpHostToLocalTaskCount.values.exists(_.nonEmpty)
    val mayGo = if (namesHosts) scheduling.whenYarnKnows else Future.unit
    requests.send(mayGo, ifDropped = false)(synchronized(super.doRequestTotalExecutors(totals)))
  }

  override def doKillExecutors(ids: Seq[String]): Future[Boolean] =
    requests.sendAtOnce(ifDropped = false)(super.doKillExecutors(ids))

  /** A master has registered again. Spark's allocation manager keeps its lock while it waits for a request, and
    * `super.reset` needs that lock. So all requests are answered with false until it is done; Spark asks again.
    */
  override protected[scheduler] def reset(): Unit = requests.dropDuring(super.reset())
}

/** YARN, client mode. Says when the application has its id: its master asks for executors while Spark still waits for
  * it.
  */
private[spark] class TiercelYarnClientBackend(override protected val scheduling: TiercelScheduling, sc: SparkContext)
    extends YarnClientSchedulerBackend(scheduling, sc)
    with TiercelYarnBackend {

  override protected def bindToYarn(appId: ApplicationId, attemptId: Option[ApplicationAttemptId]): Unit = {
    super.bindToYarn(appId, attemptId)
    scheduling.submitted(appId.toString)
  }
}

/** YARN, cluster mode. */
private[spark] class TiercelYarnClusterBackend(override protected val scheduling: TiercelScheduling, sc: SparkContext)
    extends YarnClusterSchedulerBackend(scheduling, sc)
    with TiercelYarnBackend
