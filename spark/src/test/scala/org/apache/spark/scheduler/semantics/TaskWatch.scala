package org.apache.spark.scheduler.semantics

import java.util.concurrent.TimeUnit

import scala.collection.mutable

import org.apache.spark.SparkContext
import org.apache.spark.scheduler._

/** What became of an application's tasks and executors, as Spark tells its listeners. */
private[semantics] final class TaskWatch(sc: SparkContext) extends SparkListener {
  private val names = mutable.HashMap[Int, String]()
  private val starts = mutable.Buffer[(String, TaskInfo)]()
  private val profiles = mutable.HashMap[String, Int]()
  private val hosts = mutable.HashMap[String, String]()
  private val excluded = mutable.HashSet[String]()
  sc.addSparkListener(this)

  override def onStageSubmitted(event: SparkListenerStageSubmitted): Unit = synchronized {
    names(event.stageInfo.stageId) = event.stageInfo.name
  }

  override def onTaskStart(event: SparkListenerTaskStart): Unit = synchronized {
    starts += names(event.stageId) -> event.taskInfo
  }

  override def onExecutorAdded(event: SparkListenerExecutorAdded): Unit = synchronized {
    profiles(event.executorId) = event.executorInfo.resourceProfileId
    hosts(event.executorId) = event.executorInfo.executorHost
  }

  override def onExecutorRemoved(event: SparkListenerExecutorRemoved): Unit = synchronized {
    hosts -= event.executorId
  }

  override def onExecutorExcludedForStage(event: SparkListenerExecutorExcludedForStage): Unit = synchronized {
    excluded += event.executorId
  }

  /** Whether an executor was ever excluded for a stage. */
  def excludedForStage(executor: String): Boolean = synchronized(excluded(executor))

  def submitted(stage: String): Boolean = synchronized(names.values.exists(_ == stage))

  /** The attempts of the tasks of the stages of this name, in the order in which they were launched. */
  def attempts(stage: String): Seq[TaskInfo] =
    synchronized(starts.collect { case (name, task) if name == stage => task }.sortBy(_.taskId).toSeq)

  /** [[attempts]], with all that has happened until now told. */
  def allAttempts(stage: String): Seq[TaskInfo] = {
    sc.listenerBus.waitUntilEmpty()
    attempts(stage)
  }

  /** The hosts of the executors that there are, by executor. */
  def executors: Map[String, String] = synchronized(hosts.toMap)

  def profileOf(executor: String): Int = synchronized(profiles(executor))
}

private[semantics] object TaskWatch {
  private val Limit = TimeUnit.MINUTES.toNanos(2)

  def until(what: String)(condition: => Boolean): Unit = {
    val end = System.nanoTime() + Limit
    while (!condition) {
      require(System.nanoTime() < end, "waited in vain until " + what)
      Thread.sleep(10)
    }
  }
}
