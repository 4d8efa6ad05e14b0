package org.apache.spark.scheduler.tiercel

import java.time.Duration

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.tiercel.hdfs.locate.FileRange
import io.tiercel.spark.SerialExecutor
import io.tiercel.spark.input.{StageInput, TaskInput}
import io.tiercel.spark.prefetch.{ApplicationPrefetcher, PrecedingScans, StageSlots}
import io.tiercel.spark.prefetch.learn.StageKind

/** The parts of files that a scan of a query will read, one for each task, and the kind of the tasks. */
private[spark] final case class QueryRead(kind: StageKind, ranges: Seq[FileRange])

/** Locates the input of queries that are about to run. Has a thread of its own, because listing files may ask a file
  * system or a catalog for long.
  */
private[scheduler] final class QueryInputs(session: TiercelSession, prefetching: ApplicationPrefetcher)
    extends AutoCloseable {
  import QueryInputs._

  private val executor = new SerialExecutor("tiercel-queries", Failure, session.faults)

  /** A query that has been planned for.
    *
    * @param isRunning
    *   whether it still runs; Spark may drop the event of its end
    * @param ranges
    *   that were planned for
    */
  private final class Planned(val isRunning: () => Boolean, val ranges: mutable.Set[FileRange] = mutable.HashSet())

  /** Confined to the executor. */
  private val seen = mutable.HashMap[Long, Planned]()

  /** Plans for the parts of files that a query is about to read, in this order; skips those that it was planned for. */
  def planned(id: Long, isRunning: () => Boolean, slots: StageSlots, reads: () => Seq[QueryRead]): Unit = run {
    val known = seen.getOrElseUpdate(id, new Planned(isRunning)).ranges
    val scans = for {
      read <- reads()
      fresh = read.ranges.filter(known.add)
      if fresh.nonEmpty
    } yield {
      val tasks = fresh.map(TaskInput.of(_))
      val input = StageInput.request(tasks.asJava, session.locator, session.hosts, session.scores)
      input.readsShare(session.columnShares.of(id))
      (read.kind, input)
    }
    plan(id, slots, scans, PrecedingScans.NONE)
  }

  /** Plans for one scan after the other, each with the forecast of those before it. */
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

  /** Ends the queries that no longer run, though nobody has said so. */
  def endLost(): Unit = run {
    seen.collect { case (id, query) if !query.isRunning() => id }.toSeq.foreach(end)
  }

  def over(id: Long): Unit = run(end(id))

  private def end(id: Long): Unit = if (seen.remove(id).isDefined) prefetching.queryOver(id)

  private def run(action: => Unit): Unit = executor.execute(() => session.guarded(Failure, ())(action))

  override def close(): Unit = {
    executor.close(() => (), Duration.ZERO)
    ()
  }
}

private object QueryInputs {
  private val Failure = "a query's scans are not planned for"
}
