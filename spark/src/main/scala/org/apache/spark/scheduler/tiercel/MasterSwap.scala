package org.apache.spark.scheduler.tiercel

import java.lang.reflect.Field
import java.util.Optional

import io.tiercel.hdfs.host.HostRegistry
import io.tiercel.spark.{FaultLog, SchedulerSwap}
import io.tiercel.spark.account.DriverMetrics
import io.tiercel.spark.shim.AnnouncedMaster
import org.slf4j.LoggerFactory

import org.apache.spark.{SparkContext, SparkEnv}
import org.apache.spark.resource.{ResourceProfile, ResourceProfileManager}
import org.apache.spark.scheduler.tiercel.JavaValues._
import org.apache.spark.scheduler.{SparkListenerResourceProfileAdded, TiercelScheduling}
import org.apache.spark.util.Utils

/** Installs Tiercel's scheduler by a prefix of `spark.master`. A plugin runs before `SparkContext` reads that key to
  * create the scheduler. The prefix leads to [[TiercelClusterManager]], which removes it at once.
  *
  * Meanwhile Spark makes three things from the prefixed master, and gets them wrong: the resource profile manager
  * (allowed profiles), the default resource profile (cores of a standalone executor) and the memory manager (page size
  * on a local master). [[restore]] makes them anew.
  */
object MasterSwap extends SchedulerSwap {
  private val log = LoggerFactory.getLogger("org.apache.spark.scheduler.tiercel.MasterSwap")
  private val Prefix = AnnouncedMaster.PREFIX
  private val Master = "spark.master"

  /** The user's master. */
  def original(master: String): String = master.stripPrefix(Prefix)

  /** Writes the prefix.
    * @throws ReflectiveOperationException
    *   if this Spark is built so differently that [[restore]] or [[TiercelClusterManager]] could not work
    */
  override def announce(sc: SparkContext): Unit = {
    profileManagerField()
    TiercelClusterManager.requireBackend(original(sc.conf.get(Master)))
    for (ours <- Seq(classOf[TiercelScheduling], classOf[TiercelClusterManager])) {
      Class.forName(ours.getName, true, Utils.getContextOrSparkClassLoader)
    }
    sc.conf.set(Master, Prefix + original(sc.conf.get(Master)))
  }

  /** Removes the prefix before Spark has read it: Spark's own scheduler runs. */
  override def withdraw(sc: SparkContext): Unit = sc.conf.set(Master, original(sc.conf.get(Master)))

  /** Removes the prefix, and makes anew what Spark made from it. */
  def restore(sc: SparkContext, master: String): Unit = {
    sc.conf.set(Master, original(master))
    try remakeProfiles(sc)
    catch {
      case e: Throwable if FaultLog.isSurvivable(e) =>
        log.warn("Tiercel: a standalone master may give executors another number of cores, if none is set", e)
    }
    if (sc.isLocal) {
      remakeMemoryManager(sc)
    }
  }

  /** The metrics of the context's scheduler; new ones that stay 0 if that is Spark's own. */
  override def metrics(sc: SparkContext): DriverMetrics = sc.taskScheduler match {
    case scheduler: TiercelScheduling => scheduler.tiercel.fold(new DriverMetrics)(_.metrics)
    case _ => new DriverMetrics
  }

  override def hosts(sc: SparkContext): Optional[HostRegistry] = sc.taskScheduler match {
    case scheduler: TiercelScheduling => scheduler.tiercel.map(_.hosts).toJava
    case _ => Optional.empty[HostRegistry]
  }

  private def remakeProfiles(sc: SparkContext): Unit = {
    ResourceProfile.clearDefaultProfile()
    forgetDefaultProfileEvent(sc)
    profileManagerField().set(sc, new ResourceProfileManager(sc.conf, sc.listenerBus))
  }

  private def profileManagerField(): Field = accessible(classOf[SparkContext], "_resourceProfileManager")

  /** Drops the event of the default profile. The bus has not started, so listeners would receive the event twice. */
  private def forgetDefaultProfileEvent(sc: SparkContext): Unit = sc.listenerBus.synchronized {
    Option(sc.listenerBus.queuedEvents).foreach { events =>
      events --= events.filter {
        case SparkListenerResourceProfileAdded(profile) => profile.id == ResourceProfile.DEFAULT_RESOURCE_PROFILE_ID
        case _ => false
      }
    }
  }

  /** Only the page size depends on the master: on failure a local application uses smaller pages. Spark 3.5 has no such
    * method, and does not need it: it made its memory manager without the master.
    */
  private def remakeMemoryManager(sc: SparkContext): Unit =
    try {
      classOf[SparkEnv].getMethods.find(_.getName == "initializeMemoryManager").foreach { initialize =>
        val field = accessible(classOf[SparkEnv], "_memoryManager")
        val before = field.get(sc.env)
        field.set(sc.env, null)
        try initialize.invoke(sc.env, Int.box(SparkContext.numDriverCores(sc.master, sc.conf)))
        finally
          if (field.get(sc.env) == null) {
            field.set(sc.env, before)
          }
      }
    } catch {
      case e: Throwable if FaultLog.isSurvivable(e) => log.debug("Kept the memory manager", e)
    }

  private def accessible(owner: Class[_], name: String): Field = {
    val field = owner.getDeclaredField(name)
    field.setAccessible(true)
    field
  }
}
