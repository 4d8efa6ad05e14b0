package org.apache.spark.sql.tiercel

import io.tiercel.hdfs.locate.FileRange.FileVersion
import io.tiercel.hdfs.locate.FileRange

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent, TiercelScheduling}
import org.apache.spark.scheduler.tiercel.QueryRead
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}
import org.apache.spark.sql.catalyst.expressions.{Expression, PlanExpression}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan, SQLExecution}
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
    QueryScans.scheduler(session.sparkContext).filter(_.wantsQueries).foreach { scheduler =>
      scheduler.guarded("a query's scans are not planned for") {
        // Without an execution the plan is only explained.
        Option(session.sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)).foreach { id =>
          scheduler.queryBegins()
          val scans = QueryScan.of(plan)
          note(scans, id.toLong, scheduler)
          show(scans.filter(each => QueryScans.isStatic(each.scan)), id.toLong, scheduler)
        }
      }
    }
    plan
  }

  /** Notes what stages do not tell: the share of columns that a scan reads, and the operations on its rows. */
  private def note(scans: Seq[QueryScan], id: Long, scheduler: TiercelScheduling): Unit =
    for {
      each <- scans
      root <- each.scan.relation.location.rootPaths
    } {
      scheduler.columnsRead(id, root.toString, QueryScans.share(each.scan))
      scheduler.scanned(id, root.toString, each.kind)
    }

  /** Plans for several scans together. A single one is planned for when its stage is submitted, a moment later. */
  private def show(scans: Seq[QueryScan], id: Long, scheduler: TiercelScheduling): Unit =
    if (scans.size > 1) {
      if (scheduler.claimFirstQuery()) {
        session.sparkContext.addSparkListener(new QueryEnds(scheduler.queryOver))
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
private final class QueryEnds(over: Long => Unit) extends SparkListener {
  override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
    case end: SparkListenerSQLExecutionEnd => over(end.executionId)
    case _ =>
  }
}
