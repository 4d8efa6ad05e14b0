package org.apache.spark.scheduler

import java.time.Duration
import java.util.{List => JList}
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.AtomicBoolean

import scala.util.Using

import io.tiercel.hdfs.locate.{FileRange, RangeLocations}
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation
import io.tiercel.model.Tier.HDD
import io.tiercel.spark.event.StageReads
import io.tiercel.spark.input.StageInput.InputLocator
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Test

/** Stages whose input is located late. */
class SlowLocationsTest {
  private val Block = 128L << 20

  /** Says that nothing is located until the test says that no more is to come. */
  private class Late extends InputLocator {
    @volatile var pending = 1
    @volatile var scheduler: TaskSchedulerImpl = _
    val waits = new CopyOnWriteArrayList[Duration]
    val listeners = new CopyOnWriteArrayList[Runnable]
    @volatile var askedUnderLock = 0

    override def locate(ranges: JList[FileRange]): RangeLocations = new RangeLocations {
      override def known(range: Int): RangeLocation = {
        if (scheduler != null && Thread.holdsLock(scheduler)) {
          askedUnderLock += 1
        }
        new RangeLocation(RangeLocation.State.PENDING, JList.of(), null)
      }
      override def pending: Int = Late.this.pending
      override def await(budget: Duration): Boolean = {
        waits.add(budget)
        false
      }
      override def whenDone(listener: Runnable): Unit = listeners.add(listener)
      override def cancel(): Unit = {}
    }
  }

  private def submit(world: TieredWorld, stage: Int): TaskSet = world.submit(stage, Seq(Input(Block, On("a", HDD))))

  @Test
  def nobodyWaitsForLocationsOfWhichTheLastAllCameLate(): Unit =
    Using.resource(new TieredWorld("spark.tiercel.locate.budget" -> "10s")) { world =>
      val late = new Late
      world.locating = late
      (0 until 10).foreach(submit(world, _))
      assertThat(late.waits).hasSize(3)

      late.listeners.forEach(_.run())
      submit(world, 10)
      assertThat(late.waits).hasSize(4)
    }

  /** The input has changed since the last pricing, so that the end of the stage prices it anew. */
  @Test
  def theEndOfAStageIsNotSummarizedUnderTheSchedulersLock(): Unit =
    Using.resource(new TieredWorld("spark.tiercel.policy" -> "stock")) { world =>
      val late = new Late
      world.locating = late
      val over = new AtomicBoolean
      world.sc.addSparkListener(new SparkListener {
        override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
          case reads: StageReads if reads.over => over.set(true)
          case _ =>
        }
      })
      submit(world, 0)
      val launched = world.launch("1@a" -> 1)
      late.pending = 0
      late.scheduler = world.scheduler
      world.finish(launched.head)
      await().untilTrue(over)
      assertThat(late.askedUnderLock).isZero
    }
}
