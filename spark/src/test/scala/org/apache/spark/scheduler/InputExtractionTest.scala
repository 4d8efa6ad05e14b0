package org.apache.spark.scheduler

import io.tiercel.hdfs.locate.FileRange

import java.nio.file.Path

import scala.jdk.CollectionConverters._

import org.apache.hadoop.io.{LongWritable, Text}
import org.apache.hadoop.mapred.{FileSplit => OldSplit, InputSplit, TextInputFormat => OldText}
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterAll, BeforeAll, BeforeEach, Test, TestInstance}
import org.junit.jupiter.api.TestInstance.Lifecycle
import org.junit.jupiter.api.io.TempDir
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource

import org.apache.spark.TaskContext
import org.apache.spark.rdd.HadoopRDD
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.functions._

/** Compares the extracted input of tasks with what the tasks report to read. */
@TestInstance(Lifecycle.PER_CLASS)
class InputExtractionTest {

  /** File name, start, length. */
  private type Range = (String, Long, Long)

  private var spark: SparkSession = _
  private var dir: String = _

  @BeforeAll
  def start(@TempDir directory: Path): Unit = {
    dir = directory.toString
    spark = SparkSession
      .builder()
      .master("recording")
      .appName("extraction")
      .config("spark.ui.enabled", "false")
      .config("spark.driver.bindAddress", "127.0.0.1")
      .config("spark.driver.host", "127.0.0.1")
      .config("spark.sql.warehouse.dir", dir + "/warehouse")
      .config("spark.sql.shuffle.partitions", "2")
      .config("spark.sql.files.maxPartitionBytes", "64k")
      .config("spark.sql.files.openCostInBytes", "4k")
      .getOrCreate()
    val rows = spark.range(0, 20000, 1, 5).selectExpr("id", "id % 7 as k", "concat('text of ', id) as t")
    for (format <- Seq("csv", "json", "parquet", "orc")) {
      rows.write.format(format).save(s"$dir/$format")
    }
    rows.select("t").write.text(s"$dir/text")
    rows.repartition(40).select("t").write.text(s"$dir/small")
    rows.write.format("parquet").bucketBy(4, "k").saveAsTable("bucketed")
  }

  @AfterAll
  def stop(): Unit = spark.stop()

  @BeforeEach
  def forget(): Unit = RecordingClusterManager.Found.clear()

  @ParameterizedTest
  @CsvSource(
    Array(
      "csv,true,true",
      "csv,true,false",
      "csv,false,true",
      "csv,false,false",
      "json,true,true",
      "json,true,false",
      "json,false,true",
      "json,false,false",
      "parquet,true,true",
      "parquet,true,false",
      "parquet,false,true",
      "parquet,false,false",
      "orc,true,true",
      "orc,true,false",
      "orc,false,true",
      "orc,false,false",
      "text,true,true",
      "text,false,true"
    )
  )
  def dataFrames(format: String, v1: Boolean, adaptive: Boolean): Unit = {
    spark.conf.set("spark.sql.sources.useV1SourceList", if (v1) format else "")
    spark.conf.set("spark.sql.adaptive.enabled", adaptive)
    holds(truth(spark.read.format(format).load(s"$dir/$format")))
  }

  @Test
  def severalFilesInOnePartition(): Unit = {
    holds(truth(spark.read.text(s"$dir/small")))
    assertThat(RecordingClusterManager.Found.values.asScala.flatMap(_.values).exists(_.size > 1)).isTrue
  }

  @Test
  def bucketedScans(): Unit = holds(truth(spark.table("bucketed")))

  @Test
  def unionsAndCoalescedPartitions(): Unit = {
    val text = spark.read.text(s"$dir/text").select(col("value").as("t"))
    val both = text.union(spark.read.parquet(s"$dir/parquet").select("t"))
    holds(truth(both))
    holds(truth(both.coalesce(2)))
  }

  @Test
  def hadoopFiles(): Unit = {
    val rdd = spark.sparkContext.hadoopFile(s"$dir/text", classOf[OldText], classOf[LongWritable], classOf[Text], 6)
    val seen = rdd
      .asInstanceOf[HadoopRDD[LongWritable, Text]]
      .mapPartitionsWithInputSplit { (split: InputSplit, rows: Iterator[(LongWritable, Text)]) =>
        val file = split.asInstanceOf[OldSplit]
        Iterator((TaskContext.getPartitionId(), (file.getPath.getName, file.getStart, file.getLength)))
          .filter(_ => rows.hasNext)
      }
    holds(seen.collect().toSeq)
  }

  @Test
  def textFilesBehindAShuffleAndACache(): Unit = {
    val lines = spark.sparkContext.textFile(s"$dir/text", 6).map(_.length).cache()
    val stages = RecordingClusterManager.Found
    lines.map(length => (length, 1)).reduceByKey(_ + _).count()
    assertThat(total(stages.asScala.toSeq.minBy(_._1)._2)).isEqualTo(bytes("text"))
    // The second stage reads the shuffle, and no file.
    assertThat(stages.asScala.toSeq.maxBy(_._1)._2.values.forall(_.isEmpty)).isTrue
  }

  @Test
  def newApiHadoopFiles(): Unit = {
    spark.sparkContext.newAPIHadoopFile[LongWritable, Text, TextInputFormat](s"$dir/text").count()
    assertThat(total(RecordingClusterManager.Found.values.asScala.head)).isEqualTo(bytes("text"))
  }

  /** The input that each task of a scan reports. Forgets earlier reads, which infer a schema. */
  private def truth(scan: DataFrame): Seq[(Int, Range)] = {
    RecordingClusterManager.Found.clear()
    scan
      .select(spark_partition_id(), input_file_name(), input_file_block_start(), input_file_block_length())
      .distinct()
      .collect()
      .toSeq
      .map(row => (row.getInt(0), (row.getString(1).split('/').last, row.getLong(2), row.getLong(3))))
  }

  /** Every range that was read was extracted for the task that read it, and no task's extraction names what it did not.
    */
  private def holds(seen: Seq[(Int, Range)]): Unit = {
    val scans = RecordingClusterManager.Found.asScala.filter(_._2.values.exists(_.nonEmpty)).toSeq
    assertThat(scans.size).isEqualTo(1)
    val found = scans.head._2.toSeq.flatMap { case (partition, ranges) =>
      ranges.map(range => (partition, (range.path.getName, range.start, range.length)))
    }.toSet
    assertThat(seen.nonEmpty).isTrue
    assertThat(seen.toSet.diff(found).asJava).isEmpty()
    val files = seen.map(_._2._1).toSet
    assertThat(found.map(_._2._1).diff(files).asJava).isEmpty()
  }

  private def total(ranges: Map[Int, Seq[FileRange]]): Long =
    ranges.values.flatten.map(_.length).sum

  private def bytes(folder: String): Long =
    new java.io.File(s"$dir/$folder").listFiles.filter(_.getName.startsWith("part-")).map(_.length).sum
}
