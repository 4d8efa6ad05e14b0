package org.apache.spark.scheduler

import java.util.{List => JList, OptionalLong}

import scala.util.Using

import io.tiercel.client.{ClientSettings, FakeCoordinator, TiercelClient}
import io.tiercel.model.BlockId
import io.tiercel.model.Tier.{HDD, SSD}
import io.tiercel.protocol.Eviction
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.{CsvSource, ValueSource}

/** The scheduler follows what a coordinator says about memory. Each block is in memory on the first of its hosts. */
class ResidencySchedulingTest {
  private val Block = 128L << 20

  @ParameterizedTest
  @ValueSource(strings = Array("trident", "quartet", "h-scheduler"))
  def tasksGoToMemoryAndReportWhatTheyRead(policy: String): Unit = Using.Manager { use =>
    val coordinator = use(new FakeCoordinator)
    val settings = Seq("spark.tiercel.coordinator" -> coordinator.address, "spark.tiercel.policy" -> policy)
    val world = use(new TieredWorld(settings: _*))
    val tasks = world.submit(0, Seq(Input(Block, On("a", HDD), On("b", SSD)), Input(Block, On("b", HDD), On("a", SSD))))

    // One replica of each block is in memory, and prices reflect it.
    await().until { () =>
      val known = world.read(tasks).memory.get
      (0 to 1).forall(block => known.isAnywhere(new BlockId("world", block, 1))) && world.scheduler.isUpToDate
    }
    val launched = world.launch("1@a" -> 1, "2@b" -> 1)
    assertThat(launched.map(task => (task.executorId, task.partitionId)).toMap.equals(Map("1" -> 0, "2" -> 1))).isTrue

    world.finish(launched.find(_.partitionId == 0).get)
    await().until(() => coordinator.heard.contains("read 0") && coordinator.heard.contains("remove 0"))
    assertThat(coordinator.heard).doesNotContain("read 1", "remove 1")
    world.finish(launched.find(_.partitionId == 1).get)
    await().until(() => coordinator.heard.contains("read 1") && coordinator.heard.contains("remove 1"))
    // After the end of the stage an application may request its blocks again.
    assertThat(coordinator.heard.indexOf("read 1")).isLessThan(coordinator.heard.indexOf("remove 1"))
  }.get

  /** All read one block, of which there is news at once. */
  @Test
  def newsOfManyStagesTogetherAsksForOffersOnce(): Unit = Using.Manager { use =>
    val coordinator = use(new FakeCoordinator)
    coordinator.cold = true
    val world = use(new TieredWorld("spark.tiercel.coordinator" -> coordinator.address))
    val stages = (0 until 40).map(world.submit(_, Seq(Input(Block, On("a", HDD), On("b", HDD)))))
    await().until(() => world.scheduler.isUpToDate && coordinator.heard.contains("add 0 on [a, b]"))
    val before = world.backend.revived
    val start = System.nanoTime()

    val client = use(new TiercelClient(ClientSettings.parse(coordinator.address, "test"), _ => ()))
    client.job("other").prefetch(JList.of(TiercelClient.path("/0")), Eviction.EVICT_AFTER_READ, OptionalLong.empty)

    await().until { () =>
      stages.forall(world.read(_).memory.get.isAnywhere(new BlockId("world", 0, 1))) && world.scheduler.isUpToDate
    }
    await().until(() => world.backend.revived > before)
    val most = 2 + (System.nanoTime() - start) / 50000000
    assertThat(world.backend.revived - before.toLong).isLessThanOrEqualTo(most)
  }.get

  /** Both blocks are in memory on a, where one slot is; b has them on HDDs. */
  @ParameterizedTest
  @CsvSource(Array("trident, true", "quartet, true", "h-scheduler, false"))
  def aTaskWaitsForTheNodeThatHasItsInputInMemory(policy: String, waits: Boolean): Unit = Using.Manager { use =>
    val coordinator = use(new FakeCoordinator)
    val settings = Seq("spark.tiercel.coordinator" -> coordinator.address, "spark.tiercel.policy" -> policy)
    val world = use(new TieredWorld(settings: _*))
    val tasks = world.submit(0, Seq.fill(3)(Input(Block, On("a", HDD), On("b", HDD))))
    await().until { () =>
      val known = world.read(tasks).memory.get
      (0 to 2).forall(block => known.isAnywhere(new BlockId("world", block, 1))) && world.scheduler.isUpToDate
    }
    val first = world.launch("1@a" -> 1)
    world.clock.advance(50)
    world.finish(first.head)
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 1))).isTrue
    assertThat(world.offer("2@b" -> 1).isEmpty).isEqualTo(waits)
    // An HDD takes 760 ms longer; in the end that is shorter than to wait on.
    world.clock.advance(760)
    assertThat(world.offer("2@b" -> 1).equals(if (waits) Seq("2" -> 2) else Seq())).isTrue
  }.get

  /** Quartet's authors say nothing of SSDs, so that among these Spark's own rules hold. */
  @Test
  def quartetWaitsForNothingButMemory(): Unit = Using.resource(new TieredWorld("spark.tiercel.policy" -> "quartet")) {
    world =>
      world.submit(0, Seq.fill(3)(Input(Block, On("a", SSD), On("b", HDD))))
      val first = world.launch("1@a" -> 1)
      world.clock.advance(50)
      world.finish(first.head)
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 1))).isTrue
      assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 2))).isTrue
  }
}
