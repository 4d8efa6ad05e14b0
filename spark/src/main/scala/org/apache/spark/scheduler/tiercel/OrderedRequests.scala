package org.apache.spark.scheduler.tiercel

import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.Success

/** Sends requests in the order in which they were made, each once it may go. Thread-safe; nobody waits. */
private[scheduler] final class OrderedRequests {
  private implicit val onAnyThread: ExecutionContext = ExecutionContext.parasitic

  /** Completes once all requests so far have gone. */
  private var gone: Future[Any] = Future.unit

  private var dropping = Promise[Unit]()

  /** @param mayGo
    *   how it completes does not matter
    * @param ifDropped
    *   the answer if it is dropped before it has gone
    * @param request
    *   sends it, and returns its answer
    */
  def send[T](mayGo: Future[Any], ifDropped: T)(request: => Future[T]): Future[T] = synchronized {
    if (gone.isCompleted && mayGo.isCompleted) {
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

  /** Answers all requests that wait, and sends none of them. */
  def drop(): Unit = {
    val now = synchronized {
      val before = dropping
      dropping = Promise()
      before
    }
    now.success(())
  }
}
