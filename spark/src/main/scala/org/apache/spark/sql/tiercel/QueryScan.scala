package org.apache.spark.sql.tiercel

import io.tiercel.spark.prefetch.learn.StageKind

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.Alias
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan}
import org.apache.spark.sql.execution.exchange.Exchange

/** A scan of a query.
  *
  * @param after
  *   how many stages have to end, one after the other, before its own is submitted
  * @param kind
  *   scans of one kind compute equally long: it names the operations up to the next exchange, and their functions
  */
private final case class QueryScan(scan: FileSourceScanExec, after: Int, kind: StageKind)

private object QueryScan {

  /** All scans of a physical plan with its exchanges, in the order in which they run. */
  def of(plan: SparkPlan): Seq[QueryScan] = stage(plan).scans.sortBy(_.after)

  /** A stage of the plan.
    *
    * @param rank
    *   how many stages have to end before it
    * @param scans
    *   its own scans, and those of all stages before it
    */
  private final case class Stage(rank: Int, scans: Seq[QueryScan])

  /** @param root
    *   the exchange that the stage ends with, or the whole plan
    */
  private def stage(root: SparkPlan): Stage = {
    val scans = mutable.Buffer[(FileSourceScanExec, List[String])]()
    val before = mutable.Buffer[Stage]()
    def walk(node: SparkPlan, above: List[String]): Unit = node match {
      case scan: FileSourceScanExec => scans += scan -> (described(scan) :: above)
      case exchange: Exchange if exchange ne root => before += stage(exchange)
      case other => other.children.foreach(walk(_, described(other) :: above))
    }
    walk(root, Nil)
    val rank = before.map(_.rank + 1).maxOption.getOrElse(0)
    val own = scans.map { case (scan, operations) => QueryScan(scan, rank, StageKind.of("query", operations.asJava)) }
    Stage(rank, before.flatMap(_.scans).toSeq ++ own)
  }

  /** An operation and its functions by name, without names of columns and tables and without values. */
  private def described(node: SparkPlan): String = {
    val name = node match {
      case scan: FileSourceScanExec => "Scan " + scan.relation.fileFormat.getClass.getSimpleName
      case other => other.nodeName
    }
    val functions = node.expressions
      .flatMap(_.collect {
        case function if function.children.nonEmpty && !function.isInstanceOf[Alias] => function.prettyName
      })
      .distinct
      .sorted
    if (functions.isEmpty) name else functions.mkString(name + "(", " ", ")")
  }
}
