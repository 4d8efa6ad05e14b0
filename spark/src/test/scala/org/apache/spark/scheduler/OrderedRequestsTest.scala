package org.apache.spark.scheduler

import scala.collection.mutable
import scala.concurrent.{Future, Promise}

import org.apache.spark.scheduler.tiercel.OrderedRequests
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class OrderedRequestsTest {
  private val requests = new OrderedRequests
  private val sent = mutable.Buffer[String]()

  private def send(name: String, mayGo: Future[Any]): Future[String] = requests.send(mayGo, "dropped") {
    sent += name
    Future.successful(name)
  }

  @Test
  def whatMayGoGoesAtOnce(): Unit = {
    assertTrue(send("a", Future.unit).isCompleted)
    assertThat(sent.toArray).containsExactly("a")
  }

  @Test
  def aLaterRequestNeverOvertakes(): Unit = {
    val first = Promise[Unit]()
    val a = send("a", first.future)
    val b = send("b", Future.unit)
    assertThat(sent.toArray).isEmpty()

    first.success(())
    assertThat(sent.toArray).containsExactly("a", "b")
    assertTrue(a.isCompleted && b.isCompleted)
  }

  @Test
  def whatIsDroppedIsAnsweredAndNotSent(): Unit = {
    val never = Promise[Unit]()
    val a = send("a", never.future)
    val b = send("b", Future.unit)
    requests.dropDuring {
      assertThat(send("during", Future.unit).value.get.get).isEqualTo("dropped")
      assertThat(requests.sendAtOnce("dropped")(Future.successful("sent")).value.get.get).isEqualTo("dropped")
    }
    assertThat(requests.sendAtOnce("dropped")(Future.successful("sent")).value.get.get).isEqualTo("sent")
    assertThat(a.value.get.get).isEqualTo("dropped")
    assertThat(b.value.get.get).isEqualTo("dropped")
    assertThat(sent.toArray).isEmpty()

    assertTrue(send("c", Future.unit).isCompleted)
    assertThat(sent.toArray).containsExactly("c")
  }

  @Test
  def whateverFailsHoldsUpNothing(): Unit = {
    val first = Promise[Unit]()
    val broken = requests.send(first.future, "dropped")(throw new IllegalStateException("not sent"))
    val after = send("after", Future.unit)

    first.failure(new IllegalStateException("no answer"))
    assertTrue(broken.value.exists(_.isFailure))
    assertThat(sent.toArray).containsExactly("after")
    assertTrue(after.isCompleted)
  }
}
