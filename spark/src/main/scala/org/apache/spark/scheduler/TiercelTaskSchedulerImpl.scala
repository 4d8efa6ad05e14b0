package org.apache.spark.scheduler

import org.apache.spark.SparkContext
import org.apache.spark.internal.config.TASK_MAX_FAILURES
import org.apache.spark.scheduler.cluster.{YarnClusterScheduler, YarnScheduler}
import org.apache.spark.util.{Clock, SystemClock}

/** Tiercel's scheduler for all masters but YARN. Its constructors are those of `TaskSchedulerImpl`. */
private[spark] class TiercelTaskSchedulerImpl(
    sc: SparkContext,
    maxTaskFailures: Int,
    isLocal: Boolean = false,
    clock: Clock = new SystemClock
) extends TaskSchedulerImpl(sc, maxTaskFailures, isLocal, clock)
    with TiercelScheduling {

  def this(sc: SparkContext) = this(sc, sc.conf.get(TASK_MAX_FAILURES))

  def this(sc: SparkContext, maxTaskFailures: Int, isLocal: Boolean) =
    this(sc, maxTaskFailures, isLocal, new SystemClock)

  override protected def tiercelClock: Clock = clock

  /** Users filter Spark's log by this name. */
  override protected def logName: String = classOf[TaskSchedulerImpl].getName
}

/** YARN, client mode. Loaded by name: `spark-yarn` is on the class path of YARN's users alone. */
private[spark] class TiercelYarnScheduler(sc: SparkContext) extends YarnScheduler(sc) with TiercelScheduling {
  override protected def logName: String = classOf[YarnScheduler].getName
}

/** YARN, cluster mode. Loaded by name, as above. */
private[spark] class TiercelYarnClusterScheduler(sc: SparkContext)
    extends YarnClusterScheduler(sc)
    with TiercelScheduling {
  override protected def logName: String = classOf[YarnClusterScheduler].getName
}
