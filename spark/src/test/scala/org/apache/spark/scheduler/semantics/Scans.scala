package org.apache.spark.scheduler.semantics

import java.util.concurrent.CompletableFuture

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.scheduler.TaskInfo
import org.apache.spark.scheduler.semantics.TaskWatch.until

/** Stages that read a folder of text files, each under a name that Spark and Tiercel know it by.
  *
  * @param files
  *   how many files the folder has, named by their numbers
  * @param linesOfFile
  *   how many lines each has
  * @param scratch
  *   a directory of this machine for doors
  */
private[semantics] final class Scans(
    val sc: SparkContext,
    val path: String,
    val files: Int,
    val linesOfFile: Long,
    scratch: String
) {
  val watch = new TaskWatch(sc)

  def text: RDD[String] = sc.textFile(path)

  def door(name: String): Door = Door(s"$scratch/$name")

  /** Runs one stage whose tasks count lines and say something; they must come to the lines of that many files. */
  def run[T](name: String, filesRead: Int = files)(rdd: => RDD[(Long, T)]): Seq[T] = {
    sc.setCallSite(name)
    val parts = rdd.collect().toSeq
    right(name, parts.map(_._1).sum, filesRead)
    parts.map(_._2)
  }

  def right(name: String, counted: Long, filesRead: Int = files): Unit = {
    val expected = filesRead * linesOfFile
    require(counted == expected, s"$name: expected $expected lines, got $counted")
  }

  /** Begins a stage that reads everything, in a scheduling pool; its tasks stand before the door. */
  def begin(name: String, pool: String, door: Door): CompletableFuture[Void] =
    CompletableFuture.runAsync { () =>
      sc.setLocalProperty("spark.scheduler.pool", pool)
      run(name)(Scans.behind(door, text))
      ()
    }

  /** Two jobs at once, the first of which has all the slots when the second comes; the attempts of both. */
  def contest(first: String, second: String, slots: Int): (Seq[TaskInfo], Seq[TaskInfo]) = {
    val closed = door(first)
    val one = begin(first, first, closed)
    until(s"$first has all the slots")(watch.attempts(first).size == slots)
    val two = begin(second, second, closed)
    until(s"$second is submitted")(watch.submitted(second))
    closed.open()
    one.join()
    two.join()
    (watch.allAttempts(first), watch.allAttempts(second))
  }
}

private[semantics] object Scans {

  /** Counts the lines of each partition, behind a door. */
  def behind(door: Door, text: RDD[String]): RDD[(Long, Unit)] = text.mapPartitions { lines =>
    door.pass()
    Iterator((lines.size.toLong, ()))
  }
}
