package org.apache.spark.scheduler.tiercel

import java.util.ServiceLoader

import scala.jdk.CollectionConverters._

import io.tiercel.spark.FaultLog
import org.slf4j.LoggerFactory

import org.apache.spark.{SparkConf, SparkContext, SparkException}
import org.apache.spark.deploy.LocalSparkCluster
import org.apache.spark.internal.config._
import org.apache.spark.internal.config.Tests.SKIP_VALIDATE_CORES_TESTING
import org.apache.spark.resource.ResourceUtils
import org.apache.spark.scheduler._
import org.apache.spark.scheduler.cluster.StandaloneSchedulerBackend
import org.apache.spark.scheduler.local.LocalSchedulerBackend
import org.apache.spark.util.Utils

/** Creates the back end that Spark would create for the user's master, and Tiercel's scheduler. Other masters get the
  * back end of their external cluster manager, as in Spark. Found by name, by
  * [[io.tiercel.spark.shim.AnnouncedMaster]].
  */
private[spark] class TiercelClusterManager extends ExternalClusterManager {
  import TiercelClusterManager._

  private val log = LoggerFactory.getLogger(classOf[TiercelClusterManager])
  private var external: Option[ExternalClusterManager] = None

  /** Spark is to ask [[io.tiercel.spark.shim.AnnouncedMaster]], whatever else is registered. */
  override def canCreate(masterURL: String): Boolean = false

  override def createTaskScheduler(sc: SparkContext, masterURL: String): TaskScheduler = {
    MasterSwap.restore(sc, masterURL)
    try ourScheduler(sc)
    catch {
      case e: Throwable if FaultLog.isSurvivable(e) =>
        new FaultLog().report("Spark's own scheduler runs", e)
        sparksScheduler(sc)
    }
  }

  private def ourScheduler(sc: SparkContext): TaskScheduler = sc.master match {
    case "local" | LocalN(_) => new TiercelTaskSchedulerImpl(sc, LocalTaskFailures, isLocal = true)
    case LocalNFailures(_, failures) => new TiercelTaskSchedulerImpl(sc, failures.toInt, isLocal = true)
    case "yarn" => yarnScheduler(sc)
    case _ => new TiercelTaskSchedulerImpl(sc)
  }

  /** The scheduler that Spark itself would create for this master. */
  private def sparksScheduler(sc: SparkContext): TaskScheduler = sc.master match {
    case "local" | LocalN(_) => new TaskSchedulerImpl(sc, LocalTaskFailures, isLocal = true)
    case LocalNFailures(_, failures) => new TaskSchedulerImpl(sc, failures.toInt, isLocal = true)
    case Standalone(_) | LocalCluster(_, _, _) => new TaskSchedulerImpl(sc)
    case master => externalFor(master).createTaskScheduler(sc, master)
  }

  override def createSchedulerBackend(
      sc: SparkContext,
      masterURL: String,
      scheduler: TaskScheduler
  ): SchedulerBackend = {
    val impl = scheduler.asInstanceOf[TaskSchedulerImpl]
    MasterSwap.original(masterURL) match {
      case "local" => localBackend(sc, impl, 1)
      case LocalN(threads) => localBackend(sc, impl, cores(threads))
      case LocalNFailures(threads, _) => localBackend(sc, impl, cores(threads))
      case Standalone(urls) => new StandaloneSchedulerBackend(impl, sc, urls.split(",").map("spark://" + _))
      case LocalCluster(workers, coresPerWorker, memoryPerWorker) =>
        localClusterBackend(sc, impl, workers.toInt, coresPerWorker.toInt, memoryPerWorker.toInt)
      case master =>
        val manager = externalFor(master)
        external = Some(manager)
        yarnBackend(sc, impl).getOrElse(manager.createSchedulerBackend(sc, master, scheduler))
    }
  }

  override def initialize(scheduler: TaskScheduler, backend: SchedulerBackend): Unit = external match {
    case Some(manager) => manager.initialize(scheduler, backend)
    case None => scheduler.asInstanceOf[TaskSchedulerImpl].initialize(backend)
  }

  /** By name, because only YARN's users have `spark-yarn`. */
  private def yarnScheduler(sc: SparkContext): TaskScheduler = {
    val name = if (sc.deployMode == "cluster") "TiercelYarnClusterScheduler" else "TiercelYarnScheduler"
    Utils
      .classForName[TaskScheduler](s"org.apache.spark.scheduler.$name")
      .getConstructor(classOf[SparkContext])
      .newInstance(sc)
  }

  /** None unless YARN learns on which hosts executors would read fastest. If our back end does not fit this Spark,
    * Spark's own is used.
    */
  private def yarnBackend(sc: SparkContext, scheduler: TaskSchedulerImpl): Option[SchedulerBackend] =
    scheduler match {
      case ours: TiercelScheduling if ours.tellsYarn =>
        val name = if (sc.deployMode == "cluster") "TiercelYarnClusterBackend" else "TiercelYarnClientBackend"
        try {
          Some(
            Utils
              .classForName[SchedulerBackend](s"org.apache.spark.scheduler.$name")
              .getConstructor(classOf[TiercelScheduling], classOf[SparkContext])
              .newInstance(ours, sc)
          )
        } catch {
          case e @ (_: ReflectiveOperationException | _: LinkageError) =>
            log.warn("Tiercel: executors start where YARN puts them: this Spark does not fit ({})", e.toString)
            None
        }
      case _ => None
    }

  private def localBackend(sc: SparkContext, scheduler: TaskSchedulerImpl, cores: Int): SchedulerBackend = {
    if (cores <= 0) {
      throw new SparkException(s"Asked to run locally with $cores threads")
    }
    checkResources(sc, cores)
    new LocalSchedulerBackend(sc.getConf, scheduler, cores)
  }

  /** As Spark does it, with the end of the cluster. */
  private def localClusterBackend(
      sc: SparkContext,
      scheduler: TaskSchedulerImpl,
      workers: Int,
      coresPerWorker: Int,
      memoryPerWorker: Int
  ): SchedulerBackend = {
    checkResources(sc, coresPerWorker)
    if (sc.executorMemory > memoryPerWorker) {
      throw new SparkException(
        s"Asked to launch cluster with $memoryPerWorker MiB/worker but requested ${sc.executorMemory} MiB/executor"
      )
    }
    sc.conf.setIfMissing(SHUFFLE_HOST_LOCAL_DISK_READING_ENABLED, false)
    val cluster = LocalSparkCluster(workers, coresPerWorker, memoryPerWorker, sc.conf)
    val backend = new StandaloneSchedulerBackend(scheduler, sc, cluster.start())
    backend.shutdownCallback = (_: StandaloneSchedulerBackend) => cluster.stop()
    backend
  }

  private def checkResources(sc: SparkContext, executorCores: Int): Unit = {
    if (!sc.conf.get(SKIP_VALIDATE_CORES_TESTING)) {
      ResourceUtils.validateTaskCpusLargeEnough(sc.conf, executorCores, sc.conf.get(CPUS_PER_TASK))
    }
    ResourceUtils.warnOnWastedResources(sc.resourceProfileManager.defaultResourceProfile, sc.conf, Some(executorCores))
  }
}

private object TiercelClusterManager {

  /** As in Spark: a local master does not retry a failed task. */
  val LocalTaskFailures = 1

  val LocalN = """local\[([0-9]+|\*)\]""".r
  val LocalNFailures = """local\[([0-9]+|\*)\s*,\s*([0-9]+)\]""".r
  val LocalCluster = """local-cluster\[\s*([0-9]+)\s*,\s*([0-9]+)\s*,\s*([0-9]+)\s*]""".r
  val Standalone = """spark://(.*)""".r

  /** @throws NoSuchMethodException
    *   if this Spark's back end for the master is not made as ours makes it
    */
  def requireBackend(master: String): Unit = master match {
    case "local" | LocalN(_) | LocalNFailures(_, _) =>
      classOf[LocalSchedulerBackend].getConstructor(classOf[SparkConf], classOf[TaskSchedulerImpl], classOf[Int])
    case Standalone(_) | LocalCluster(_, _, _) =>
      classOf[StandaloneSchedulerBackend]
        .getConstructor(classOf[TaskSchedulerImpl], classOf[SparkContext], classOf[Array[String]])
    case _ =>
  }

  def cores(threads: String): Int = if (threads == "*") Runtime.getRuntime.availableProcessors() else threads.toInt

  def externalFor(master: String): ExternalClusterManager = {
    val managers = ServiceLoader.load(classOf[ExternalClusterManager], Utils.getContextOrSparkClassLoader)
    managers.asScala.filter(_.canCreate(master)).toSeq match {
      case Seq(manager) => manager
      case Seq() => throw new SparkException(s"Could not parse Master URL: '$master'")
      case several =>
        throw new SparkException(s"Multiple external cluster managers registered for the url $master: $several")
    }
  }
}
