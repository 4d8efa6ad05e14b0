package org.apache.spark.scheduler.tiercel

import scala.jdk.CollectionConverters._

import io.tiercel.spark.input.{InputExtraction, StageInput, TaskInput}
import io.tiercel.spark.prefetch.learn.StageKind

import org.apache.spark.scheduler._
import org.apache.spark.scheduler.tiercel.JavaValues._

/** Finds the input of a task set. Runs on the DAG scheduler's event loop, the only thread that may ask its stages. */
private[scheduler] object TaskSetInputs {

  /** The key of `SQLExecution`, a class that an application without Spark SQL lacks. */
  private val ExecutionId = "spark.sql.execution.id"

  /** None if no task reads files that can be seen. */
  def of(taskSet: TaskSet, dagScheduler: DAGScheduler, session: TiercelSession): Option[StageInput] =
    for {
      stage <- Option(dagScheduler).flatMap(_.stageIdToStage.get(taskSet.stageId))
      files = InputExtraction.of(stage.rdd, taskSet.tasks.map(_.partitionId))
      if files.asScala.exists(!_.isEmpty)
    } yield {
      val tasks = taskSet.tasks.toIndexedSeq.zip(files.asScala).map { case (task, ranges) =>
        val caching = task.preferredLocations.collect { case cache: ExecutorCacheTaskLocation => cache.executorId }
        new TaskInput(ranges, task.preferredLocations.map(_.host).distinct.asJava, caching.distinct.asJava)
      }
      val input = StageInput.request(tasks.asJava, session.locator, session.hosts, session.scores)
      session.measureScores()
      queryOf(taskSet).foreach(id => input.readsShare(session.columnShares.of(id)))
      taskSet.tasks.foreach(_.preferredLocations.foreach {
        case cache: ExecutorCacheTaskLocation => input.places.of(cache.executorId, cache.host)
        case _ =>
      })
      input
    }

  /** The kind of the scan that the first task belongs to; None if no query has named it. */
  def scanKind(taskSet: TaskSet, dagScheduler: DAGScheduler, session: TiercelSession): Option[StageKind] =
    for {
      id <- queryOf(taskSet)
      stage <- Option(dagScheduler).flatMap(_.stageIdToStage.get(taskSet.stageId))
      task <- taskSet.tasks.headOption
      first <- InputExtraction.of(stage.rdd, Array(task.partitionId)).asScala.headOption
      range <- first.asScala.headOption
      kind <- session.scanKinds.of(id).at(range.path.toString).findFirst.toScala
    } yield kind

  /** The id of the query's execution that the task set belongs to. */
  private def queryOf(taskSet: TaskSet): Option[Long] =
    for {
      properties <- Option(taskSet.properties)
      id <- Option(properties.getProperty(ExecutionId))
    } yield id.toLong
}
