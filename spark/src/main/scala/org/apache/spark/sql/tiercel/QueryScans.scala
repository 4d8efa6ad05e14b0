package org.apache.spark.sql.tiercel

import io.tiercel.hdfs.FileVersion
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

/** Shows Tiercel the scans of a query of several, once its physical plan stands and before its first stage runs. Named
  * in `spark.sql.extensions`. It changes no plan.
  */
class QueryScans extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit =
    extensions.injectQueryStagePrepRule(session => new QueryScansRule(session))
}

/** Adaptive execution prepares a plan by such rules before it makes stages of it, and again when it has planned anew.
  */
private class QueryScansRule(session: SparkSession) extends Rule[SparkPlan] {
  override def apply(plan: SparkPlan): SparkPlan = {
    QueryScans.scheduler(session.sparkContext).filter(_.wantsQueries).foreach { scheduler =>
      scheduler.aside("a query's scans are not planned for") {
        // Without an execution somebody only looks at the plan.
        Option(session.sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)).foreach { id =>
          val scans = QueryScan.of(plan)
          note(scans, id.toLong, scheduler)
          show(scans.filter(each => QueryScans.isStatic(each.scan)), id.toLong, scheduler)
        }
      }
    }
    plan
  }

  /** What stages cannot be asked for: which columns a scan takes, and what is done to its rows. */
  private def note(scans: Seq[QueryScan], id: Long, scheduler: TiercelScheduling): Unit =
    for {
      each <- scans
      root <- each.scan.relation.location.rootPaths
    } {
      scheduler.columnsRead(id, root.toString, QueryScans.share(each.scan))
      scheduler.scanned(id, root.toString, each.kind)
    }

  /** One scan alone is planned for at its stage's submission, a moment later. */
  private def show(scans: Seq[QueryScan], id: Long, scheduler: TiercelScheduling): Unit =
    if (scans.size > 1) {
      if (scheduler.isFirstQuery) {
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

  /** What a scan reads is known before the query runs: no partition waits for the outcome of another part of it. */
  def isStatic(scan: FileSourceScanExec): Boolean = !scan.partitionFilters.exists(waits)

  /** Which part of its files' bytes a scan reads, by the usual sizes of the columns' types. What it reads of each file
    * beside columns is little, and not nothing.
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

/** Says when a query is over. */
private final class QueryEnds(over: Long => Unit) extends SparkListener {
  override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
    case end: SparkListenerSQLExecutionEnd => over(end.executionId)
    case _ =>
  }
}
