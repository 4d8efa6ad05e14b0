package org.apache.spark.scheduler

import java.util.concurrent.ConcurrentHashMap

import scala.jdk.CollectionConverters._

import io.tiercel.hdfs.locate.FileRange
import io.tiercel.spark.input.{InputExtraction, StageInput}

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.local.LocalSchedulerBackend
import org.apache.spark.scheduler.tiercel.TiercelSession

/** The master `recording`: a local one that remembers what the extraction says of each task of each stage. */
private[spark] class RecordingClusterManager extends ExternalClusterManager {
  override def canCreate(masterURL: String): Boolean = masterURL == "recording"

  override def createTaskScheduler(sc: SparkContext, masterURL: String): TaskScheduler =
    new TiercelTaskSchedulerImpl(sc, 1, true) {
      override private[scheduler] def inputOf(taskSet: TaskSet, session: TiercelSession): Option[StageInput] = {
        val partitions = taskSet.tasks.map(_.partitionId)
        val found = InputExtraction.of(dagScheduler.stageIdToStage(taskSet.stageId).rdd, partitions)
        val ranges = partitions.toSeq.zip(found.asScala.map(_.asScala.toSeq))
        RecordingClusterManager.Found.put(taskSet.stageId, ranges.toMap)
        super.inputOf(taskSet, session)
      }
    }

  override def createSchedulerBackend(sc: SparkContext, url: String, scheduler: TaskScheduler): SchedulerBackend =
    new LocalSchedulerBackend(sc.getConf, scheduler.asInstanceOf[TaskSchedulerImpl], 2)

  override def initialize(scheduler: TaskScheduler, backend: SchedulerBackend): Unit =
    scheduler.asInstanceOf[TaskSchedulerImpl].initialize(backend)
}

object RecordingClusterManager {

  /** By stage: what each partition's task reads. */
  val Found = new ConcurrentHashMap[Int, Map[Int, Seq[FileRange]]]
}
