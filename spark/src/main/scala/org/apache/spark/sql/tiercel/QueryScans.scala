package org.apache.spark.sql.tiercel

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.tiercel.hdfs.locate.FileRange
import io.tiercel.hdfs.locate.FileRange.FileVersion
import io.tiercel.spark.GuardedListener
import io.tiercel.spark.prefetch.learn.StageKind

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{SparkListenerEvent, TiercelScheduling}
import org.apache.spark.scheduler.tiercel.{QueryRead, TiercelSession}
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression, PlanExpression}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan, SQLExecution}
import org.apache.spark.sql.execution.exchange.Exchange
import org.apache.spark.sql.execution.datasources.orc.OrcFileFormat
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd

/** Shows Tiercel the scans of a query with several, after physical planning and before its first stage runs. It changes
  * no plan. `spark.sql.extensions` names it.
  */
class QueryScans extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit =
    extensions.injectQueryStagePrepRule(session => new QueryScansRule(session))
}

/** Adaptive execution applies the rule to a plan before it makes stages of it, and again after it has planned anew. */
private class QueryScansRule(session: SparkSession) extends Rule[SparkPlan] {
  override def apply(plan: SparkPlan): SparkPlan = {
    for {
      scheduler <- QueryScans.scheduler(session.sparkContext)
      tiercel <- scheduler.tiercel if tiercel.plansQueries
    } tiercel.guarded("a query's scans are not planned for", ()) {
      // Without an execution the plan is only explained.
      Option(session.sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)).foreach { id =>
        scheduler.queryBegins()
        val scans = QueryScan.of(plan)
        note(scans, id.toLong, tiercel)
        show(scans.filter(each => QueryScans.isStatic(each.scan)), id.toLong, scheduler, tiercel)
      }
    }
    plan
  }

  /** Notes what stages do not tell: the share of columns that a scan reads, and the operations on its rows. */
  private def note(scans: Seq[QueryScan], id: Long, tiercel: TiercelSession): Unit =
    for {
      each <- scans
      root <- each.scan.relation.location.rootPaths
    } {
      tiercel.columnShares.note(id, root.toString, QueryScans.share(each.scan))
      tiercel.scanKinds.note(id, root.toString, each.kind)
    }

  /** Plans for several scans together. A single one is planned for when its stage is submitted, a moment later. */
  private def show(scans: Seq[QueryScan], id: Long, scheduler: TiercelScheduling, tiercel: TiercelSession): Unit =
    if (scans.size > 1) {
      if (tiercel.claimFirstQuery()) {
        session.sparkContext.addSparkListener(new QueryEnds(over => tiercel.queries.foreach(_.over(over))))
      }
      val longest = conf.filesMaxPartitionBytes
      scheduler.queryPlanned(
        id,
        () => QueryScans.isRunning(id),
        () => scans.map(each => new QueryRead(each.kind, QueryScans.ranges(each.scan, longest)))
      )
    }
}

private object QueryScans {
  private val LeastShare = 0.01

  def scheduler(context: SparkContext): Option[TiercelScheduling] = context.taskScheduler match {
    case ours: TiercelScheduling => Some(ours)
    case _ => None
  }

  /** Whether the execution has not ended. Spark may drop the event of its end. */
  def isRunning(execution: Long): Boolean = SQLExecution.getQueryExecution(execution) != null

  /** Whether the scan's partitions are known before the query runs: no filter waits for another part of the query. */
  def isStatic(scan: FileSourceScanExec): Boolean = !scan.partitionFilters.exists(waits)

  /** The share of its files' bytes that a scan reads, by the usual sizes of the columns' types. It reads a little of
    * each file beside columns.
    */
  def share(scan: FileSourceScanExec): Double = scan.relation.fileFormat match {
    case _: ParquetFileFormat | _: OrcFileFormat =>
      val all = scan.relation.dataSchema.defaultSize
      if (all <= 0) 1 else math.max(LeastShare, math.min(1, scan.requiredSchema.defaultSize.toDouble / all))
    case _ => 1
  }

  private def waits(filter: Expression): Boolean = filter.exists(_.isInstanceOf[PlanExpression[_]])

  /** Files after partition pruning, cut as Spark cuts them. May ask the file system or a catalog. */
  def ranges(scan: FileSourceScanExec, longest: Long): Seq[FileRange] =
    for {
      partition <- scan.relation.location.listFiles(scan.partitionFilters, scan.dataFilters.filterNot(waits))
      file <- partition.files
      start <- 0L until file.getLen by longest
    } yield new FileRange(
      file.getPath,
      start,
      math.min(longest, file.getLen - start),
      new FileVersion(file.getLen, file.getModificationTime)
    )
}

/** Reports the end of queries. */
private final class QueryEnds(over: Long => Unit)
    extends GuardedListener("the prefetcher does not learn that queries end") {
  override def onOtherEvent(event: SparkListenerEvent): Unit = guard { () =>
    event match {
      case end: SparkListenerSQLExecutionEnd => over(end.executionId)
      case _ =>
    }
  }
}

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
    val rank = (0 +: before.map(_.rank + 1)).max
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
