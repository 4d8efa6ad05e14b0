package org.apache.spark.scheduler.semantics

import java.nio.file.{Files, Path}

import org.apache.spark.TaskContext

/** A door between the driver and the executors of one machine: closed until the file is there. */
private[semantics] final case class Door(file: String) {
  def open(): Unit = {
    Files.createFile(Path.of(file))
    ()
  }

  /** A task stands before it until it opens, or until Spark kills the task. */
  def pass(): Unit = while (!Files.exists(Path.of(file))) {
    TaskContext.get().killTaskIfInterrupted()
    Thread.sleep(10)
  }
}
