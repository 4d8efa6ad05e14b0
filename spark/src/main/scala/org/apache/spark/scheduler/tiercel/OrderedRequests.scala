package org.apache.spark.scheduler.tiercel

import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.Success

import org.apache.spark.scheduler.SparkDifferences

/** Sends requests in the order in which they were made, each once it may go. Thread-safe; nobody waits. */
private[scheduler] final class OrderedRequests {
  private implicit val onAnyThread: ExecutionContext = SparkDifferences.OnAnyThread

  /** Completes once all requests so far have gone. */
  private var gone: Future[Any] = Future.unit

  /** Completed while all requests are dropped. */
  private var dropping = Promise[Unit]()

  /** @param mayGo
    *   how it completes does not matter
    * @param ifDropped
    *   the answer if it is dropped before it has gone
    * @param request
    *   sends it, and returns its answer
    */
  def send[T](mayGo: Future[Any], ifDropped: T)(request: => Future[T]): Future[T] = synchronized {
    if (dropping.isCompleted) {
      Future.successful(ifDropped)
    } else if (gone.isCompleted && mayGo.isCompleted) {
      request
    } else {
      val dropped = dropping.future
      val answer = gone
        .transformWith(_ => Future.firstCompletedOf(Seq(mayGo, dropped)))
        .transform(_ => Success(if (dropped.isCompleted) Future.successful(ifDropped) else request))
      gone = answer
      answer.flatten
    }
  }

  /** Sends a request at once, whatever waits; drops it as well. */
  def sendAtOnce[T](ifDropped: T)(request: => Future[T]): Future[T] =
    if (synchronized(dropping.isCompleted)) Future.successful(ifDropped) else request

  /** Answers all requests that wait, and all that come until the step is done. Sends none of them. */
  def dropDuring(step: => Unit): Unit = {
    synchronized(dropping).trySuccess(())
    try step
    finally synchronized { dropping = Promise() }
  }
}
