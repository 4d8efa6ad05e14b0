package org.apache.spark.scheduler.tiercel

import java.util.{List => JList}
import java.util.concurrent.RejectedExecutionException

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.tiercel.hdfs.locate.FileRange
import io.tiercel.spark.input.{StageInput, TaskInput}
import io.tiercel.spark.prefetch.{ApplicationPrefetcher, PrecedingScans, StageSlots}
import io.tiercel.spark.prefetch.learn.StageKind

import org.apache.spark.util.ThreadUtils

/** What a scan of a query will read, a task a part, and its kind. */
private[spark] final case class QueryRead(kind: StageKind, ranges: Seq[FileRange])

/** Finds out where the input of queries lies that are about to run. On a thread of its own: listing files may ask a
  * file system or a catalog, and for long.
  */
private[scheduler] final class QueryInputs(session: TiercelSession, prefetching: ApplicationPrefetcher)
    extends AutoCloseable {
  private val thread = ThreadUtils.newDaemonSingleThreadExecutor("tiercel-queries")

  /** A query that has been planned for.
    *
    * @param isRunning
    *   whether it still runs; asked for because Spark may drop the event of its end
    * @param ranges
    *   that were planned for
    */
  private final class Planned(val isRunning: () => Boolean, val ranges: mutable.Set[FileRange] = mutable.HashSet())

  /** Of the one thread alone. */
  private val seen = mutable.HashMap[Long, Planned]()

  /** Plans for the parts of files that a query is about to read, in this order; skips those that it was planned for. */
  def planned(id: Long, isRunning: () => Boolean, slots: StageSlots, reads: () => Seq[QueryRead]): Unit = run {
    seen.collect { case (other, query) if other != id && !query.isRunning() => other }.toSeq.foreach(end)
    val known = seen.getOrElseUpdate(id, new Planned(isRunning)).ranges
    val scans = for {
      read <- reads()
      fresh = read.ranges.filter(known.add)
      if fresh.nonEmpty
    } yield {
      val tasks = fresh.map(range => new TaskInput(JList.of(range), JList.of(), JList.of()))
      val input = StageInput.request(tasks.asJava, session.locator, session.hosts, session.scores)
      input.readsShare(session.columnShares.of(id))
      (read.kind, input)
    }
    plan(id, slots, scans, PrecedingScans.NONE)
  }

  /** One after the other: each scan is planned for with what is foretold of those before it. */
  private def plan(id: Long, slots: StageSlots, scans: Seq[(StageKind, StageInput)], before: PrecedingScans): Unit =
    scans.headOption.foreach { case (kind, input) =>
      input.whenLocated(() =>
        run {
          if (seen.contains(id)) {
            session.memory.foreach(input.watch(_, session.locateBudget))
            prefetching.query(id, input, kind, slots, before, next => run(plan(id, slots, scans.tail, next)))
          } else {
            scans.foreach(_._2.cancel())
          }
        }
      )
    }

  def over(id: Long): Unit = run(end(id))

  private def end(id: Long): Unit = if (seen.remove(id).isDefined) prefetching.queryOver(id)

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
