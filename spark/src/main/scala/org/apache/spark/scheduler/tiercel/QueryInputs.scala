package org.apache.spark.scheduler.tiercel

import java.util.{List => JList}
import java.util.concurrent.RejectedExecutionException

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.tiercel.hdfs.FileRange
import io.tiercel.spark.input.{StageInput, TaskInput}
import io.tiercel.spark.prefetch.{Prefetching, Slots, StageKind}

import org.apache.spark.util.ThreadUtils

/** What a task of a query will read, and the kind of its scan. */
private[spark] final case class QueryRead(kind: StageKind, range: FileRange)

/** Finds out where the input of queries lies that are about to run. On a thread of its own: listing files may ask a
  * file system or a catalog, and for long.
  */
private[scheduler] final class QueryInputs(session: TiercelSession, prefetching: Prefetching) extends AutoCloseable {
  private val thread = ThreadUtils.newDaemonSingleThreadExecutor("tiercel-queries")

  /** What has been planned for of each query that runs. Of the one thread alone. */
  private val seen = mutable.HashMap[Long, mutable.Set[FileRange]]()

  /** A query is about to read this; what was said before is passed over. */
  def planned(id: Long, slots: Slots, reads: () => Seq[QueryRead]): Unit = run {
    val known = seen.getOrElseUpdate(id, mutable.HashSet())
    val fresh = reads().filter(read => known.add(read.range))
    if (fresh.nonEmpty) {
      val tasks = fresh.map(read => new TaskInput(JList.of(read.range), JList.of(), JList.of()))
      val input = StageInput.request(tasks.asJava, session.locator, session.hosts, session.scores)
      input.readsShare(session.columnShares.of(id))
      input.whenLocated(() => run(watch(id, input, fresh.map(_.kind), slots)))
    }
  }

  private def watch(id: Long, input: StageInput, kinds: Seq[StageKind], slots: Slots): Unit = if (seen.contains(id)) {
    session.memory.foreach(input.watch(_, session.locateBudget))
    prefetching.query(id, input, kinds.asJava, slots)
  } else {
    input.cancel()
  }

  def over(id: Long): Unit = run {
    if (seen.remove(id).isDefined) {
      prefetching.queryOver(id)
    }
  }

  private def run(action: => Unit): Unit =
    try thread.execute(() => session.guarded("a query's scans are not planned for", ())(action))
    catch {
      case _: RejectedExecutionException => // Closed.
    }

  override def close(): Unit = {
    thread.shutdownNow()
    ()
  }
}
