package org.apache.spark.scheduler

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.cluster.{YarnClusterScheduler, YarnScheduler}

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
