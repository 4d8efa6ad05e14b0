package org.apache.spark.scheduler.tiercel

import java.time.Duration
import java.util.concurrent.{CountDownLatch, TimeUnit}

import scala.jdk.CollectionConverters._

import io.tiercel.assign.CostModel
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool
import io.tiercel.hdfs.locate.FileRange
import io.tiercel.spark.TiercelKeys
import io.tiercel.spark.input.{StageInput, TaskInput}
import io.tiercel.spark.memory.{ExecutorPreferences, WaitingTasks}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}
import org.slf4j.LoggerFactory

import org.apache.spark.resource.ResourceProfile
import org.apache.spark.scheduler.tiercel.JavaValues._

/** What the user says that the application will read, for executors that Spark asks for before any stage is known. It
  * counts as one task for each block, as if they all waited.
  */
private[scheduler] final class NamedInput(
    session: TiercelSession,
    hadoop: Configuration,
    paths: Seq[String],
    preferences: ExecutorPreferences
) {
  import NamedInput._

  private val log = LoggerFactory.getLogger(classOf[NamedInput])
  private val background = new DaemonPool("tiercel-named-input", 1)
  private val isLocated = new CountDownLatch(1)
  @volatile private var input: Option[StageInput] = None
  @volatile private var hasEnded = false

  /** Begins to locate it, and waits for that a while: executors are asked for soon. */
  def locate(): Unit = {
    background.run(() =>
      try session.guarded(Failure, ())(request())
      finally isLocated.countDown()
    )
    isLocated.await(Budget.toMillis, TimeUnit.MILLISECONDS)
  }

  private def request(): Unit = {
    // One after the other: large tables have more blocks than the driver could hold.
    val tasks =
      paths.iterator.flatMap(path => files(new Path(path))).take(MostFiles).flatMap(tasksOf).take(MostTasks).toSeq
    val found = StageInput.request(tasks.asJava, session.locator, session.hosts, session.scores)
    found.await(Budget)
    if (found.isWorthPlanning) {
      input = Some(found)
    } else {
      log.warn("Tiercel: executors start where YARN puts them: no blocks found at {}", paths.mkString(", "))
    }
  }

  private def files(path: Path): Iterator[FileStatus] = {
    val all = path.getFileSystem(hadoop).listFiles(path, true)
    Iterator.continually(all).takeWhile(_.hasNext).map(_.next()).take(MostFiles)
  }

  /** The application has its id: the coordinator can be asked, and told. */
  def tell(): Unit = background.run(() => session.guarded(Failure, ())(tellNow()))

  private[scheduler] def tellNow(): Unit = input.foreach { located =>
    session.memory.foreach(located.watch(_, MemoryBudget))
    if (!hasEnded) {
      preferences.begin(this, () => waiting(located))
    }
    // It may have ended meanwhile.
    if (hasEnded) {
      preferences.end(this)
    }
  }

  /** Waits until the ResourceManager knows, within the budget; not at all if there is nothing to know. */
  def awaitHeard(): Unit = if (input.nonEmpty) {
    preferences.awaitHeard()
  }

  private def waiting(located: StageInput): WaitingTasks = {
    val profile = ResourceProfile.DEFAULT_RESOURCE_PROFILE_ID
    val waiting = WaitingTasks.none(profile, session.tasksPerExecutor(profile))
    val prices = located.price()
    for {
      task <- 0 until prices.size
      list = prices.task(task)
      place <- 0 until list.size
    } {
      val host = located.places.name(list.node(place))
      waiting.add(host, list.nodeCost(place).toDouble / CostModel.UNITS_PER_SCORE)
    }
    waiting
  }

  /** It counts no more, also if it is located only later. */
  def end(): Unit = {
    hasEnded = true
    preferences.end(this)
  }

  def close(): Unit = {
    background.close()
    input.foreach(_.cancel())
  }
}

private[scheduler] object NamedInput {
  private val Failure = "executors start where YARN puts them"

  /** Of each wait. Executors are asked for once, so the user who names the input would rather wait than miss it. */
  private val Budget = Duration.ofSeconds(5)

  private val MemoryBudget = Duration.ofSeconds(1)
  private val MostFiles = 10000
  private val MostTasks = 100000

  /** None if the user names nothing. */
  def of(session: TiercelSession, hadoop: Configuration, preferences: Option[ExecutorPreferences]): Option[NamedInput] =
    for {
      told <- preferences
      text <- session.settings.find(TiercelKeys.YARN_INPUT).toScala
      paths = text.split(",").iterator.map(_.trim).filter(_.nonEmpty).toSeq
      if paths.nonEmpty
    } yield new NamedInput(session, hadoop, paths, told)

  private def tasksOf(file: FileStatus): Iterator[TaskInput] = {
    val block = math.max(1L, file.getBlockSize)
    Iterator.iterate(0L)(_ + block).takeWhile(_ < file.getLen).map { start =>
      val range =
        new FileRange(file.getPath, start, math.min(block, file.getLen - start), FileRange.FileVersion.of(file))
      TaskInput.of(range)
    }
  }
}
