package org.apache.spark.scheduler.tiercel

import java.util.Optional
import java.util.concurrent.CompletionStage

import scala.concurrent.{Future, Promise}

/** Values of Java's as Scala's, and back. What Scala 2.13 has for this, 2.12 lacks. */
private[scheduler] object JavaValues {
  implicit final class OfOptional[A](private val value: Optional[A]) extends AnyVal {
    def toScala: Option[A] = if (value.isPresent) Some(value.get) else None
  }

  implicit final class OfOption[A](private val value: Option[A]) extends AnyVal {
    def toJava: Optional[A] = value.fold(Optional.empty[A])(Optional.of[A])
  }

  implicit final class OfStage[A](private val stage: CompletionStage[A]) extends AnyVal {
    def toFuture: Future[A] = {
      val promise = Promise[A]()
      stage.whenComplete { (value: A, error: Throwable) =>
        if (error == null) promise.success(value) else promise.failure(error)
        ()
      }
      promise.future
    }
  }
}
