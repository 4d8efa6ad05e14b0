package org.apache.spark.scheduler.semantics

import org.apache.spark.resource.{ExecutorResourceRequests, ResourceProfileBuilder, TaskResourceRequests}
import org.apache.spark.scheduler.ExecutorDecommissionInfo
import org.apache.spark.scheduler.cluster.CoarseGrainedSchedulerBackend
import org.apache.spark.scheduler.semantics.TaskWatch.until
import org.apache.spark.sql.SparkSession

/** An application whose executors come and go: dynamic allocation with tracked shuffles, FIFO, decommissioning,
  * profiles of executors. It fails if any of these is not as Spark says.
  *
  * Arguments: folder of text files, how many, lines of each, scratch directory, most executors, their cores.
  */
private[spark] object PassingExecutors {
  def main(args: Array[String]): Unit = {
    val spark = SparkSession.builder().appName("passing executors").getOrCreate()
    try {
      val scans = new Scans(spark.sparkContext, args(0), args(1).toInt, args(2).toLong, args(3))
      val executors = args(4).toInt
      val cores = args(5).toInt
      arriving(scans, executors, cores)
      fifo(scans, executors * cores)
      shuffled(scans)
      decommissioning(scans, executors * cores)
      until("the executors are gone")(scans.watch.executors.isEmpty)
      executorProfile(scans)
    } finally {
      spark.stop()
    }
  }

  /** There is no executor when the stage is submitted. */
  private def arriving(scans: Scans, executors: Int, cores: Int): Unit = {
    require(scans.watch.executors.isEmpty, s"arriving: there are ${scans.watch.executors} already")
    val door = scans.door("arriving")
    val job = scans.begin("arriving", "default", door)
    until("the stage has all executors")(scans.watch.attempts("arriving").size == executors * cores)
    door.open()
    job.join()
    val used = scans.watch.allAttempts("arriving").map(_.executorId).toSet
    require(used.size == executors, s"arriving: expected $executors executors, got $used")
  }

  /** The second job gets nothing before the first has had all that it wants. */
  private def fifo(scans: Scans, slots: Int): Unit = {
    val (one, two) = scans.contest("fifo one", "fifo two", slots)
    require(one.last.taskId < two.head.taskId, "fifo: the second job got a slot that the first wanted")
  }

  /** Input goes through a shuffle, which dynamic allocation tracks. */
  private def shuffled(scans: Scans): Unit = {
    scans.sc.setCallSite("shuffled")
    val counts = scans.text.map(line => (line.length, 1L)).reduceByKey(_ + _).collect()
    scans.right("shuffled", counts.map(_._2).sum)
  }

  /** An executor that is decommissioned during a stage gets no more tasks. */
  private def decommissioning(scans: Scans, slots: Int): Unit = {
    val door = scans.door("decommissioning")
    val job = scans.begin("decommissioning", "default", door)
    until("the stage has all executors")(scans.watch.attempts("decommissioning").size == slots)
    val leaving = scans.watch.attempts("decommissioning").head.executorId
    val backend = scans.sc.schedulerBackend.asInstanceOf[CoarseGrainedSchedulerBackend]
    backend.decommissionExecutor(leaving, ExecutorDecommissionInfo("says the test"), adjustTargetNumExecutors = false)
    val before = scans.watch.allAttempts("decommissioning").last.taskId
    door.open()
    job.join()
    val attempts = scans.watch.allAttempts("decommissioning")
    require(attempts.exists(_.taskId > before), "decommissioning: expected that tasks were left")
    val late = attempts.filter(task => task.executorId == leaving && task.taskId > before)
    require(late.isEmpty, s"decommissioning: $leaving was given $late")
  }

  /** A profile of its own brings executors of its own. */
  private def executorProfile(scans: Scans): Unit = {
    val profile = new ResourceProfileBuilder()
      .require(new ExecutorResourceRequests().cores(1).memory("512m"))
      .require(new TaskResourceRequests().cpus(1))
      .build()
    scans.run("executor profile") {
      scans.text.mapPartitions(lines => Iterator((lines.size.toLong, ()))).withResources(profile)
    }
    val attempts = scans.watch.allAttempts("executor profile")
    require(
      attempts.forall(task => scans.watch.profileOf(task.executorId) == profile.id),
      s"executor profile: expected profile ${profile.id} everywhere"
    )
  }
}
