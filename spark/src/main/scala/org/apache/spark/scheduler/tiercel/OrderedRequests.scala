package org.apache.spark.scheduler.tiercel

import scala.concurrent.{ExecutionContext, Future}
import scala.util.Success

/** Sends requests in the order in which they were made, each once it may go. Thread-safe; nobody waits. */
private[scheduler] final class OrderedRequests {
  private implicit val onAnyThread: ExecutionContext = ExecutionContext.parasitic

  /** Completes once all requests so far have gone. */
  private var gone: Future[Any] = Future.unit

  /** @param mayGo
    *   how it completes does not matter
    * @param request
    *   sends it, and returns its answer
    */
  def send[T](mayGo: Future[Any])(request: => Future[T]): Future[T] = synchronized {
    if (gone.isCompleted && mayGo.isCompleted) {
      request
    } else {
      val answer = gone.transformWith(_ => mayGo).transform(_ => Success(request))
      gone = answer
      answer.flatten
    }
  }
}
