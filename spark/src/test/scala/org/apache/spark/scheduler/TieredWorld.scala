package org.apache.spark.scheduler

import java.nio.ByteBuffer
import java.util.{List => JList, Properties}

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import com.codahale.metrics.Counter
import io.tiercel.assign.AssignmentPolicy
import io.tiercel.hdfs.locate.FileRange
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation
import io.tiercel.model.{Block, BlockId, Replica, Tier}
import io.tiercel.spark.account.DriverMetric
import io.tiercel.spark.input.{ImmediateAnswers, StageInput, TaskInput}
import io.tiercel.spark.input.StageInput.InputLocator
import io.tiercel.spark.prefetch.{ApplicationPrefetcher, FirstWaveHold}
import org.apache.hadoop.fs.Path

import org.apache.spark._
import org.apache.spark.executor.TaskMetrics
import org.apache.spark.resource.ResourceProfile
import org.apache.spark.scheduler.tiercel.TiercelSession
import org.apache.spark.serializer.SerializerInstance
import org.apache.spark.status.api.v1.ThreadStackTrace
import org.apache.spark.util.{AccumulatorV2, ManualClock}

/** A task that is never run, only scheduled. */
private[scheduler] class PlannedTask(stage: Int, partition: Int, preferred: Seq[TaskLocation], barrier: Boolean)
    extends Task[Int](
      stage,
      0,
      partition,
      1,
      JobArtifactSet.defaultJobArtifactSet,
      new Properties,
      PlannedTask.metrics,
      isBarrier = barrier
    ) {
  override def runTask(context: TaskContext): Int = 0
  override def preferredLocations: Seq[TaskLocation] = preferred
}

private[scheduler] object PlannedTask {
  lazy val metrics: Array[Byte] = SparkEnv.get.closureSerializer.newInstance().serialize(TaskMetrics.registered).array()
}

/** One replica of what a task reads, and how much it reads. */
case class On(host: String, tier: Tier)

case class Input(bytes: Long, replicas: On*)

/** Counts what is asked of it. */
private[scheduler] class StillBackend extends SchedulerBackend {
  @volatile var revived = 0
  val killed = mutable.Buffer[Long]()
  override def start(): Unit = {}
  override def stop(): Unit = {}
  override def reviveOffers(): Unit = revived += 1
  override def defaultParallelism(): Int = 1
  override def maxNumConcurrentTasks(rp: ResourceProfile): Int = 100
  override def killTask(taskId: Long, executorId: String, interruptThread: Boolean, reason: String): Unit =
    killed += taskId
  override def getTaskThreadDump(taskId: Long, executorId: String): Option[ThreadStackTrace] = None
}

/** Time that the test moves. The wall clock may be set besides. */
private[scheduler] class WorldClock extends ManualClock(1000) {
  @volatile var wallOffset = 0L
  override def getTimeMillis(): Long = super.getTimeMillis() + wallOffset
  override def nanoTime(): Long = super.getTimeMillis() * 1000000
}

/** Tiercel's real scheduler without a cluster: executors are what is offered, input lies where the test says, and time
  * stands still until the test moves it. The policy is trident, unless the settings say otherwise.
  */
private[scheduler] class TieredWorld(settings: (String, String)*) extends AutoCloseable {
  val Mib: Long = 1L << 20
  val clock = new WorldClock
  val backend = new StillBackend
  val revivals: mutable.Buffer[Long] = mutable.Buffer[Long]()
  private val inputs = mutable.Map[TaskSet, Seq[Input]]()

  /** What task sets read. */
  val read: mutable.Map[TaskSet, StageInput] = mutable.Map()
  private val fails = mutable.Set[TaskSet]()
  @volatile var locating: InputLocator = _
  private var session: TiercelSession = _

  def prefetching: ApplicationPrefetcher = session.prefetching.get

  /** The value of a counter that the driver publishes. */
  def counted(metric: DriverMetric): Long =
    session.metrics.getMetrics.get(metric.metric).asInstanceOf[Counter].getCount

  val sc: SparkContext = new SparkContext(
    new SparkConf(false)
      .setMaster("local[1]")
      .setAppName("world")
      .set("spark.ui.enabled", "false")
      .set("spark.driver.bindAddress", "127.0.0.1")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.tiercel.policy", "trident")
      .setAll(settings)
  )

  val scheduler: TiercelTaskSchedulerImpl = new WorldScheduler

  val ended: mutable.Buffer[(Task[_], TaskEndReason)] = mutable.Buffer()

  private class WorldScheduler extends TiercelTaskSchedulerImpl(sc, 4, false, clock) {
    override def shuffleOffers(offers: IndexedSeq[WorkerOffer]): IndexedSeq[WorkerOffer] = offers

    override private[scheduler] def inputOf(taskSet: TaskSet, session: TiercelSession): Option[StageInput] =
      inputs.get(taskSet).map { located =>
        if (fails(taskSet)) {
          throw new IllegalStateException("no input, says the test")
        }
        val tasks = located.zipWithIndex.map { case (input, i) =>
          val caching =
            taskSet.tasks(i).preferredLocations.collect { case c: ExecutorCacheTaskLocation => c.executorId }
          new TaskInput(
            JList.of(new FileRange(new Path(s"hdfs://world/$i"), 0, input.bytes)),
            taskSet.tasks(i).preferredLocations.map(_.host).distinct.asJava,
            caching.asJava
          )
        }
        val locator = Option(locating).getOrElse(answers(located, session))
        val input = StageInput.request(tasks.asJava, locator, session.hosts, session.scores)
        read(taskSet) = input
        taskSet.tasks.foreach(_.preferredLocations.foreach {
          case c: ExecutorCacheTaskLocation => input.places.of(c.executorId, c.host)
          case _ =>
        })
        input
      }

    override protected def newSession(): TiercelSession = {
      session = new TiercelSession(this.sc, host => getRackForHost(host)) {
        override lazy val locator: InputLocator = locating
        override protected def newPolicy(): AssignmentPolicy = policyFrom(super.newPolicy())
      }
      session
    }

    override private[scheduler] def reviveAt(time: Long): Unit = revivals += time
  }

  /** The policy in force, made of the one that the settings name. */
  protected def policyFrom(named: AssignmentPolicy): AssignmentPolicy = named

  /** Answers at once. */
  def answers(located: Seq[Input], session: TiercelSession): InputLocator = (ranges: JList[FileRange]) => {
    val locations = ranges.asScala.map { range =>
      val input = located(range.path.getName.toInt)
      val replicas = input.replicas.map(on => new Replica(session.hosts.node(on.host), on.tier))
      val name = new BlockId("world", range.path.getName.toLong, 1)
      new RangeLocation(RangeLocation.State.LOCATED, JList.of(new Block(input.bytes, replicas.asJava, name)), null)
    }
    new ImmediateAnswers(locations.asJava)
  }

  scheduler.initialize(backend)
  new DAGScheduler(sc, scheduler) {
    override def taskStarted(task: Task[_], taskInfo: TaskInfo): Unit = {}
    override def taskEnded(
        task: Task[_],
        reason: TaskEndReason,
        result: Any,
        accumUpdates: Seq[org.apache.spark.util.AccumulatorV2[_, _]],
        metricPeaks: Array[Long],
        taskInfo: TaskInfo
    ): Unit = ended += ((task, reason))
    override def executorAdded(execId: String, host: String): Unit = {}
    override def executorLost(execId: String, reason: ExecutorLossReason): Unit = {}
    override def taskSetFailed(taskSet: TaskSet, reason: String, exception: Option[Throwable]): Unit = {}
    override def speculativeTaskSubmitted(task: Task[_], taskIndex: Int): Unit = {}
  }

  /** From now on input lies so, for stages and for queries; the first offer must have been made. */
  def locate(located: Seq[Input]): Unit = locating = answers(located, session)

  /** The input of a query's scan, located and watched: of `located` all from one on. */
  def scan(located: Seq[Input], from: Int): StageInput = {
    val tasks = located.indices.drop(from).map { i =>
      val range = new FileRange(new Path(s"hdfs://world/$i"), 0, located(i).bytes)
      new TaskInput(JList.of(range), JList.of(), JList.of())
    }
    val input = StageInput.request(tasks.asJava, answers(located, session), session.hosts, session.scores)
    session.memory.foreach(input.watch(_, session.locateBudget))
    input
  }

  /** Submits tasks that read `located`; Spark prefers the hosts of the replicas. */
  def submit(stage: Int, located: Seq[Input], barrier: Boolean = false, failing: Boolean = false): TaskSet = {
    val tasks: Array[Task[_]] = located.zipWithIndex.map { case (input, i) =>
      new PlannedTask(stage, i, input.replicas.map(on => HostTaskLocation(on.host)), barrier): Task[_]
    }.toArray
    submitTasks(stage, tasks, Some(located), failing)
  }

  def submitTasks(
      stage: Int,
      tasks: Array[Task[_]],
      located: Option[Seq[Input]],
      failing: Boolean = false,
      properties: Properties = new Properties,
      profile: Int = ResourceProfile.DEFAULT_RESOURCE_PROFILE_ID
  ): TaskSet = {
    val taskSet = new TaskSet(tasks, stage, 0, stage, properties, profile, None)
    located.foreach(inputs(taskSet) = _)
    if (failing) fails += taskSet
    scheduler.submitTasks(taskSet)
    taskSet
  }

  /** The tasks of a task set that may be held back for their input. */
  def firstWave(taskSet: TaskSet): FirstWaveHold =
    manager(taskSet).asInstanceOf[TiercelTaskSetManager].located.firstWave.get

  def manager(taskSet: TaskSet): TaskSetManager =
    scheduler.taskSetManagerForAttempt(taskSet.stageId, taskSet.stageAttemptId).get

  def stageOf(task: TaskDescription): Int = scheduler.taskIdToTaskSetManager.get(task.taskId).stageId

  def levelOf(task: TaskDescription): TaskLocality.Value =
    scheduler.taskIdToTaskSetManager.get(task.taskId).taskInfos(task.taskId).taskLocality

  /** Offers slots as "executor@host" -> cores, and gives back who got which partitions. */
  def offer(slots: (String, Int)*): Seq[(String, Int)] = launch(slots: _*).map(d => (d.executorId, d.partitionId))

  def launch(slots: (String, Int)*): Seq[TaskDescription] = {
    val offers = slots.map { case (name, cores) =>
      val host = name.substring(name.indexOf('@') + 1)
      WorkerOffer(name.substring(0, name.indexOf('@')), host, cores, Some(host + ":1"))
    }
    scheduler.resourceOffers(offers.toIndexedSeq, isAllFreeResources = slots.size > 1).flatten
  }

  def finish(task: TaskDescription): Unit = finish(task.taskId)

  /** Ends a task that has run since its launch, and has read `bytes` in `readMillis` of that. */
  def finish(task: TaskDescription, readMillis: Long, bytes: Long): Unit = {
    val info = scheduler.taskIdToTaskSetManager.get(task.taskId).taskInfos(task.taskId)
    val metrics = new TaskMetrics
    metrics.setExecutorRunTime(clock.getTimeMillis() - info.launchTime)
    metrics.setExecutorCpuTime((clock.getTimeMillis() - info.launchTime - readMillis) * 1000000)
    metrics.inputMetrics.incBytesRead(bytes)
    metrics.register(sc)
    finish(task.taskId, metrics.accumulators())
  }

  def finish(taskId: Long, metrics: Seq[AccumulatorV2[_, _]] = Nil): Unit = {
    val manager = scheduler.taskIdToTaskSetManager.get(taskId)
    val serializer: SerializerInstance = SparkEnv.get.serializer.newInstance()
    val result = new DirectTaskResult[Int](serializer.serialize(0), metrics, Array.empty[Long])
    scheduler.synchronized(manager.removeRunningTask(taskId))
    scheduler.handleSuccessfulTask(manager, taskId, result)
    scheduler.taskIdToTaskSetManager.remove(taskId)
    scheduler.synchronized(scheduler.taskIdToExecutorId.remove(taskId))
    ()
  }

  def fail(taskId: Long): Unit = {
    val manager = scheduler.taskIdToTaskSetManager.get(taskId)
    scheduler.statusUpdate(taskId, TaskState.RUNNING, ByteBuffer.allocate(0))
    scheduler.handleFailedTask(
      manager,
      taskId,
      TaskState.FAILED,
      ExceptionFailure("error", "says the test", Array(), "", None)
    )
    scheduler.taskIdToTaskSetManager.remove(taskId)
    scheduler.synchronized(scheduler.taskIdToExecutorId.remove(taskId))
    ()
  }

  override def close(): Unit = {
    scheduler.stop()
    sc.stop()
  }
}
