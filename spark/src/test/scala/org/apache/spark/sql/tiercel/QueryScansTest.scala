package org.apache.spark.sql.tiercel

import java.nio.file.Path

import scala.util.Using

import io.tiercel.client.FakeCoordinator
import io.tiercel.spark.{FaultLog, LogLines, TiercelPlugin}
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.execution.{FileSourceScanExec, SQLExecution}
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.functions.broadcast

/** Scans of local files, which nobody locates: what is seen of queries, and that they run as ever. */
class QueryScansTest {
  private def session(settings: (String, String)*): SparkSession = {
    val builder = SparkSession
      .builder()
      .master("local[2]")
      .appName("scans")
      .config("spark.ui.enabled", "false")
      .config("spark.driver.bindAddress", "127.0.0.1")
      .config("spark.driver.host", "127.0.0.1")
      .config("spark.sql.shuffle.partitions", "2")
    settings.foldLeft(builder) { case (made, (key, value)) => made.config(key, value) }.getOrCreate()
  }

  private def write(spark: SparkSession, file: Path): DataFrame = {
    spark.range(100).selectExpr("id", "id % 4 as part").write.partitionBy("part").parquet(file.toString)
    spark.read.parquet(file.toString)
  }

  @Test
  def aScanReadsTheFilesThatPruningHasLeft(@TempDir directory: Path): Unit = Using.resource(session()) { spark =>
    val table = write(spark, directory.resolve("table"))
    val scan = table.where("part = 3").queryExecution.sparkPlan.collect { case one: FileSourceScanExec => one }.head

    val longest = 100L
    val ranges = QueryScans.ranges(scan, longest)
    assertThat(QueryScans.isStatic(scan)).isTrue
    assertTrue(ranges.forall(_.path.toString.contains("/part=3/")), s"$ranges")
    ranges.groupBy(_.path).values.foreach { ofFile =>
      assertThat(ofFile.map(_.length).sum).isEqualTo(ofFile.head.expected.length)
      assertTrue(ofFile.map(_.start) == ofFile.indices.map(_ * longest), s"$ofFile")
    }
  }

  /** A long takes 8 bytes, a string 20, an int 4. */
  @Test
  def aScanOfSomeColumnsReadsAPartOfItsFiles(@TempDir directory: Path): Unit = Using.resource(session()) { spark =>
    val rows = spark.range(100).selectExpr("id", "cast(id as string) as name", "cast(id as int) as number")
    def share(table: DataFrame): Double =
      QueryScans.share(table.queryExecution.sparkPlan.collect { case one: FileSourceScanExec => one }.head)
    Seq("parquet", "orc").foreach { format =>
      val file = directory.resolve(format).toString
      rows.write.format(format).save(file)
      val table = spark.read.format(format).load(file)
      val some =
        Seq(table, table.select("id"), table.where("number > 3").select("id"), table.groupBy().count()).map(share)
      assertTrue(some == Seq(1.0, 0.25, 0.375, 0.01), s"$format: $some")
    }
    rows.write.csv(directory.resolve("csv").toString)
    assertThat(share(spark.read.csv(directory.resolve("csv").toString).select("_c0")) == 1.0).isTrue
    ()
  }

  /** Of a broadcast join the side that is broadcast is read first, and the other once that is done. */
  @Test
  def scansAreInTheOrderInWhichTheyRun(@TempDir directory: Path): Unit = Using.resource(session()) { spark =>
    val large = write(spark, directory.resolve("large"))
    val small = write(spark, directory.resolve("small"))
    val joined = large.join(broadcast(small.groupBy("id").count()), "id").groupBy("part").count()
    val plan = joined.queryExecution.executedPlan match {
      case adaptive: AdaptiveSparkPlanExec => adaptive.initialPlan
      case other => other
    }

    val scans = QueryScan.of(plan)

    assertTrue(scans.map(_.after) == Seq(0, 2), s"$plan")
    val tables = scans.map(_.scan.relation.location.rootPaths.head.getName)
    assertTrue(tables == Seq("small", "large"), s"$tables")
    assertThat(scans.map(_.kind).distinct.size).isEqualTo(2)
  }

  private def kind(query: DataFrame): String =
    (query.queryExecution.executedPlan match {
      case adaptive: AdaptiveSparkPlanExec => QueryScan.of(adaptive.initialPlan)
      case other => QueryScan.of(other)
    }).head.kind.text

  /** Queries over one table, which differ by what they do to it. */
  @Test
  def kindsSayWhatIsDoneAndNothingOfNamesAndValues(@TempDir directory: Path): Unit = Using.resource(session()) {
    spark =>
      val secret = write(spark, directory.resolve("secret"))
      val sum = secret.groupBy("part").agg("id" -> "sum")
      val kinds =
        Seq(sum, secret.groupBy("part").agg("id" -> "avg"), secret.where("id % 7 = 123 and part = 3")).map(kind)

      assertThat(kinds.distinct.size).as("%s", kinds).isEqualTo(3)
      assertThat(kind(secret.where("part > 1").groupBy("part").agg("id" -> "sum")))
        .as("another filter of partitions is none of rows")
        .startsWith("query: Scan ParquetFileFormat")
      assertThat(kinds.head).contains("HashAggregate").contains("sum")
      kinds.foreach(text => assertThat(text).doesNotContain("secret").doesNotContain("123"))
  }

  @Test
  def aQueryRunsUntilItsExecutionEnds(): Unit = Using.resource(session()) { spark =>
    val query = spark.range(3).queryExecution
    val id = SQLExecution.withNewExecutionId(query) {
      val running = spark.sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY).toLong
      assertThat(QueryScans.isRunning(running)).isTrue
      running
    }
    assertThat(QueryScans.isRunning(id)).isFalse
    ()
  }

  @Test
  def queriesRunAsEver(@TempDir directory: Path): Unit = Using.Manager { use =>
    val coordinator = use(new FakeCoordinator)
    val log = use(LogLines.of(classOf[FaultLog]))
    val spark = use(
      session(
        "spark.plugins" -> classOf[TiercelPlugin].getName,
        "spark.tiercel.coordinator" -> coordinator.address,
        "spark.tiercel.prefetch" -> "cost"
      )
    )
    assertThat(spark.conf.get("spark.sql.extensions")).isEqualTo(classOf[QueryScans].getName)
    val one = write(spark, directory.resolve("one"))
    val other = write(spark, directory.resolve("other"))

    val joined = one.groupBy("id").count().join(other.groupBy("id").count(), "id")
    joined.explain()
    assertThat(joined.count()).isEqualTo(100)
    assertThat(one.where("part = 1").count()).isEqualTo(25)
    await().until(() => coordinator.heard.contains("renew " + spark.sparkContext.applicationId))
    assertThat(log.lines).isEmpty()
  }.get
}
