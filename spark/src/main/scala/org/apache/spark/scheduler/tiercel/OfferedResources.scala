package org.apache.spark.scheduler.tiercel

import java.lang.reflect.Method

import scala.collection.{Map => AnyMap}

import org.apache.spark.scheduler.WorkerOffer

/** What is left of custom resources in an offer. Its type differs: Spark 4 has the free share of each address, Spark
  * 3.5 a list in which an address stands once for each task that it can serve. So both are called by name.
  */
private[tiercel] object OfferedResources {
  private val Rounding = 1e-9
  private lazy val resources: Method = classOf[WorkerOffer].getMethod("resources")
  private lazy val shares: Method = resources.getReturnType.getMethod("availableResources")

  /** How many tasks that ask for `amount` of a custom resource the offer has room for. */
  def slots(offer: WorkerOffer, resource: String, amount: Double): Int = resources.invoke(offer) match {
    case lists: AnyMap[_, _] =>
      val addresses = lists.asInstanceOf[AnyMap[String, Iterable[String]]].get(resource).fold(0)(_.size)
      addresses / math.max(1, amount.toInt)
    case amounts =>
      val left = shares.invoke(amounts).asInstanceOf[AnyMap[String, AnyMap[String, Double]]]
      slots(left.get(resource).fold(Seq.empty[Double])(_.values.toSeq), amount)
  }

  private def slots(addresses: Seq[Double], amount: Double): Int =
    if (amount >= 1.0) {
      (addresses.count(_ >= 1.0 - Rounding) / amount).toInt
    } else {
      addresses.map(left => ((left + Rounding) / amount).toInt).sum
    }
}
