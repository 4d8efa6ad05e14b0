package org.apache.spark.scheduler.semantics

import java.util.concurrent.atomic.AtomicInteger

import org.apache.spark.{BarrierTaskContext, SparkEnv, TaskContext}
import org.apache.spark.resource.{ResourceProfileBuilder, TaskResourceRequests}
import org.apache.spark.scheduler.semantics.TaskWatch.until
import org.apache.spark.sql.{Dataset, Row, SparkSession}
import org.apache.spark.sql.streaming.Trigger

/** An application whose executors stay: barrier stages, FAIR pools, exclusions, speculative copies, profiles of tasks,
  * streams. It fails if any of these is not as Spark says.
  *
  * Arguments: folder of text files, how many, lines of each, scratch directory, executors, their cores.
  */
private[spark] object StandingExecutors {
  def main(args: Array[String]): Unit = {
    val spark = SparkSession.builder().appName("standing executors").getOrCreate()
    try {
      val scans = new Scans(spark.sparkContext, args(0), args(1).toInt, args(2).toLong, args(3))
      val executors = args(4).toInt
      val cores = args(5).toInt
      until("all executors are there")(spark.sparkContext.getExecutorIds().size == executors)
      barrier(scans)
      fair(scans, executors * cores)
      exclusion(scans)
      speculation(scans)
      taskProfile(scans, cores)
      streaming(scans, spark)
    } finally {
      spark.stop()
    }
  }

  /** Its tasks meet, so all of them run at the same time. */
  private def barrier(scans: Scans): Unit = {
    val met = scans.run("barrier", 2) {
      val text = scans.sc.textFile(s"${scans.path}/0,${scans.path}/1").barrier()
      text.mapPartitions { lines =>
        val all = BarrierTaskContext.get().allGather(SparkEnv.get.executorId)
        Iterator((lines.size.toLong, all.length))
      }
    }
    require(met.size > 1 && met.forall(_ == met.size), s"barrier: ${met.size} tasks met $met")
  }

  /** The second job gets slots before the first has had all that it wants. */
  private def fair(scans: Scans, slots: Int): Unit = {
    val (one, two) = scans.contest("fair one", "fair two", slots)
    require(two.head.taskId < one.last.taskId, "fair: the second pool got nothing while the first had tasks")
  }

  /** All that one executor is given fails, so soon the stage gives it nothing. */
  private def exclusion(scans: Scans): Unit = {
    val broken = scans.watch.attempts("barrier").head.executorId
    scans.run("exclusion") {
      scans.text.mapPartitions { lines =>
        require(SparkEnv.get.executorId != broken, "this executor is broken, says the test")
        Iterator((lines.size.toLong, ()))
      }
    }
    val attempts = scans.watch.allAttempts("exclusion")
    val wrong = attempts.filter(_.executorId == broken)
    require(wrong.nonEmpty && wrong.forall(_.failed), s"exclusion: expected failures on $broken, got $attempts")
    require(scans.watch.excludedForStage(broken), s"exclusion: $broken was not excluded")
    require(wrong.groupBy(_.index).forall(_._2.size == 1), "exclusion: a task came back to where it had failed")
  }

  /** The first attempt of one task does not end; a copy on another host does. */
  private def speculation(scans: Scans): Unit = {
    val never = scans.door("never")
    scans.run("speculation") {
      scans.text.mapPartitions { lines =>
        val context = TaskContext.get()
        if (context.partitionId() == 0 && context.attemptNumber() == 0) never.pass()
        Iterator((lines.size.toLong, ()))
      }
    }
    val slow = scans.watch.allAttempts("speculation").filter(_.index == 0)
    require(slow.exists(_.speculative), s"speculation: no copy among $slow")
    val copy = slow.find(_.speculative).get
    require(copy.successful && copy.host != slow.head.host, s"speculation: expected another host's success, got $slow")
  }

  /** A task that takes all cores of its executor is alone there. */
  private def taskProfile(scans: Scans, cores: Int): Unit = {
    val whole = new ResourceProfileBuilder().require(new TaskResourceRequests().cpus(cores)).build()
    val most = scans.run("task profile") {
      scans.text
        .mapPartitions { lines =>
          require(TaskContext.get().cpus() == cores, s"expected $cores cpus")
          val running = StandingExecutors.running.incrementAndGet()
          try Iterator((lines.size.toLong, running))
          finally StandingExecutors.running.decrementAndGet()
        }
        .withResources(whole)
    }
    require(most.forall(_ == 1), s"task profile: so many ran at once on an executor: $most")
  }

  /** Tasks of the profile that run in this executor. */
  private val running = new AtomicInteger

  /** Each batch reads two files. */
  private def streaming(scans: Scans, spark: SparkSession): Unit = {
    spark.conf.set("spark.sql.files.openCostInBytes", "0")
    spark.conf.set("spark.sql.files.maxPartitionBytes", "1m")
    var counted = 0L
    val query = spark.readStream
      .option("maxFilesPerTrigger", "2")
      .text(scans.path)
      .writeStream
      .trigger(Trigger.AvailableNow())
      .foreachBatch { (batch: Dataset[Row], number: Long) =>
        spark.sparkContext.setCallSite(s"streaming $number")
        counted += batch.rdd.mapPartitions(rows => Iterator(rows.size.toLong)).collect().sum
      }
      .start()
    query.awaitTermination()
    scans.right("streaming", counted)
  }
}
