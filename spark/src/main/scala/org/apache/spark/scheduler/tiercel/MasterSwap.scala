package org.apache.spark.scheduler.tiercel

import java.lang.reflect.Field

import scala.util.control.NonFatal

import org.apache.spark.{SparkContext, SparkEnv}
import org.apache.spark.internal.Logging
import org.apache.spark.resource.{ResourceProfile, ResourceProfileManager}
import org.apache.spark.scheduler.{SparkListenerResourceProfileAdded, TiercelScheduling}
import org.apache.spark.util.Utils

/** How the plugin gets its scheduler in: a plugin runs before `SparkContext` creates the scheduler, and `SparkContext`
  * then reads `spark.master` again. So a prefix before it leads to [[TiercelClusterManager]], which takes it away at
  * once.
  *
  * Between the two Spark makes three things from the prefixed master, and would make them wrongly: the resource profile
  * manager (which profiles are allowed), the default resource profile (how many cores a standalone executor has), and
  * the memory manager (page size on a local master). [[restore]] makes them anew.
  */
object MasterSwap extends Logging {
  private val Prefix = "tiercel:"
  private val Master = "spark.master"

  def isAnnounced(master: String): Boolean = master.startsWith(Prefix)

  /** The master that the user has set. */
  def original(master: String): String = master.stripPrefix(Prefix)

  /** Writes the prefix.
    * @throws ReflectiveOperationException
    *   if this Spark is built so differently that [[restore]] could not work
    */
  def announce(sc: SparkContext): Unit = {
    profileManagerField()
    Class.forName(classOf[TiercelScheduling].getName, true, Utils.getContextOrSparkClassLoader)
    sc.conf.set(Master, Prefix + original(sc.conf.get(Master)))
  }

  /** Takes the prefix away, and makes anew what was made from it. */
  def restore(sc: SparkContext, master: String): Unit = {
    sc.conf.set(Master, original(master))
    ResourceProfile.clearDefaultProfile()
    forgetDefaultProfileEvent(sc)
    profileManagerField().set(sc, new ResourceProfileManager(sc.conf, sc.listenerBus))
    if (sc.isLocal) {
      remakeMemoryManager(sc)
    }
  }

  private def profileManagerField(): Field = accessible(classOf[SparkContext], "_resourceProfileManager")

  /** The bus has not started yet; what was posted waits in its queue, and would be told to listeners twice. */
  private def forgetDefaultProfileEvent(sc: SparkContext): Unit = sc.listenerBus.synchronized {
    Option(sc.listenerBus.queuedEvents).foreach(_.filterInPlace {
      case SparkListenerResourceProfileAdded(profile) => profile.id != ResourceProfile.DEFAULT_RESOURCE_PROFILE_ID
      case _ => true
    })
  }

  /** Only its page size depends on the master; without this a local application would merely use smaller pages. */
  private def remakeMemoryManager(sc: SparkContext): Unit =
    try {
      accessible(classOf[SparkEnv], "_memoryManager").set(sc.env, null)
      sc.env.initializeMemoryManager(SparkContext.numDriverCores(sc.master, sc.conf))
    } catch {
      case NonFatal(e) => logDebug("Kept the memory manager", e)
    }

  private def accessible(owner: Class[_], name: String): Field = {
    val field = owner.getDeclaredField(name)
    field.setAccessible(true)
    field
  }
}
