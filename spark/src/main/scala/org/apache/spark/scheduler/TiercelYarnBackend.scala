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

/** Asks YARN for executors on hosts only when YARN knows what these hosts are worth: it grants them at once.
  *
  * Subclasses are loaded by name, as YARN's schedulers.
  */
private[spark] trait TiercelYarnBackend extends YarnSchedulerBackend {
  protected def scheduling: Option[TiercelScheduling]

  private val requests = new OrderedRequests

  override def doRequestTotalExecutors(totals: Map[ResourceProfile, Int]): Future[Boolean] = {
    val namesHosts = rpHostToLocalTaskCount.values.exists(_.nonEmpty)
    val mayGo = scheduling.filter(_ => namesHosts).fold[Future[Any]](Future.unit)(_.whenYarnKnows)
    requests.send(mayGo, ifDropped = false)(synchronized(super.doRequestTotalExecutors(totals)))
  }

  /** A master has registered anew. This takes the lock under which Spark's allocation manager waits for a request, and
    * no request is answered meanwhile. So those that wait have failed; Spark asks again.
    */
  override protected[scheduler] def reset(): Unit = {
    requests.drop()
    super.reset()
  }
}

private object TiercelYarnBackend {
  def scheduling(scheduler: TaskSchedulerImpl): Option[TiercelScheduling] = Some(scheduler).collect {
    case ours: TiercelScheduling => ours
  }
}

/** YARN, client mode. Says when the application has its id: its master asks for executors while Spark still waits for
  * it.
  */
private[spark] class TiercelYarnClientBackend(scheduler: TaskSchedulerImpl, sc: SparkContext)
    extends YarnClientSchedulerBackend(scheduler, sc)
    with TiercelYarnBackend {
  override protected def scheduling: Option[TiercelScheduling] = TiercelYarnBackend.scheduling(scheduler)

  override protected def bindToYarn(appId: ApplicationId, attemptId: Option[ApplicationAttemptId]): Unit = {
    super.bindToYarn(appId, attemptId)
    scheduling.foreach(_.submitted(appId.toString))
  }
}

/** YARN, cluster mode. */
private[spark] class TiercelYarnClusterBackend(scheduler: TaskSchedulerImpl, sc: SparkContext)
    extends YarnClusterSchedulerBackend(scheduler, sc)
    with TiercelYarnBackend {
  override protected def scheduling: Option[TiercelScheduling] = TiercelYarnBackend.scheduling(scheduler)
}
