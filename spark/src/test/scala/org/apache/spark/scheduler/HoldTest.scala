package org.apache.spark.scheduler

import scala.util.Using

import io.tiercel.model.Tier.{HDD, SSD}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** For how long a slot is kept free: the read time that it could save, the locality wait, and not at all without a
  * reason.
  */
class HoldTest {

  /** Read in 320 ms from an SSD and in 800 ms from an HDD, at 3,200 MiB/s for score 1. */
  private val Block = 128L << 20

  private val SavedMillis = 480

  private def withWorld(settings: (String, String)*)(test: TieredWorld => Unit): Unit =
    Using.resource(new TieredWorld(settings: _*))(test)

  /** Two tasks best on a, one slot there; b has both on HDDs. The first runs for `millis` and is done, or `millis` is
    * 0.
    */
  private def oneLeftFor(world: TieredWorld, millis: Int): Unit = {
    world.submit(0, Seq.fill(3)(Input(Block, On("a", SSD), On("b", HDD))))
    val first = world.launch("1@a" -> 1)
    world.clock.advance(millis)
    world.finish(first.head)
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 1))).isTrue
  }

  @Test
  def waitsAsLongAsItCouldSaveAndNoLonger(): Unit = withWorld() { world =>
    oneLeftFor(world, 350)
    assertThat(world.offer("2@b" -> 1).isEmpty).isTrue
    assertThat(world.revivals.last).isEqualTo(world.clock.getTimeMillis() + SavedMillis)
    world.clock.advance(SavedMillis - 1)
    // The better slot cannot come in the time that is left, so the task goes.
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 2))).isTrue
  }

  /** The clock's monotonic time goes on. */
  @Test
  def aWallClockThatIsSetBackNeitherEndsNorLengthensTheWait(): Unit = withWorld() { world =>
    oneLeftFor(world, 350)
    assertThat(world.offer("2@b" -> 1).isEmpty).isTrue
    world.clock.wallOffset = -3600000
    world.clock.advance(SavedMillis / 4)
    assertThat(world.offer("2@b" -> 1).isEmpty).isTrue
    assertThat(world.revivals.last).isEqualTo(world.clock.nanoTime() / 1000000 + SavedMillis * 3 / 4)
    world.clock.advance(SavedMillis * 3 / 4)
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 2))).isTrue
  }

  @Test
  def keepsWaitingWhileTheBetterSlotMayStillComeInTime(): Unit = withWorld() { world =>
    oneLeftFor(world, 350)
    assertThat(world.offer("2@b" -> 1).isEmpty).isTrue
    world.clock.advance(SavedMillis / 2)
    assertThat(world.offer("2@b" -> 1).isEmpty).isTrue
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 2))).isTrue
  }

  @Test
  def theWaitCountsFromTheFirstRefusal(): Unit = withWorld() { world =>
    oneLeftFor(world, 20)
    for (_ <- 1 to 4) {
      assertThat(world.offer("2@b" -> 1).isEmpty).isTrue
      world.clock.advance(SavedMillis / 5)
    }
    world.clock.advance(SavedMillis / 5)
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 2))).isTrue
  }

  @Test
  def neverLongerThanTheLocalityWait(): Unit = withWorld("spark.locality.wait" -> "100ms") { world =>
    oneLeftFor(world, 20)
    assertThat(world.offer("2@b" -> 1).isEmpty).isTrue
    assertThat(world.revivals.last).isEqualTo(world.clock.getTimeMillis() + 100)
    world.clock.advance(100)
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 2))).isTrue
  }

  @Test
  def notAtAllWithoutALocalityWait(): Unit = withWorld("spark.locality.wait" -> "0") { world =>
    oneLeftFor(world, 20)
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 2))).isTrue
  }

  @Test
  def notAtAllWhenSwitchedOff(): Unit = withWorld("spark.tiercel.hold" -> "false") { world =>
    oneLeftFor(world, 20)
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 2))).isTrue
  }

  @Test
  def notAtAllWhenTheBetterSlotWouldComeTooLate(): Unit = withWorld() { world =>
    oneLeftFor(world, 5000)
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 2))).isTrue
  }

  @Test
  def notAtAllBeforeAnythingIsKnownOfDurations(): Unit = withWorld() { world =>
    world.submit(0, Seq.fill(2)(Input(Block, On("a", SSD), On("b", HDD))))
    assertThat(world.offer("1@a" -> 1, "2@b" -> 1).size).isEqualTo(2)
  }

  @Test
  def aSlotThatIsHeldServesOtherTaskSets(): Unit = withWorld() { world =>
    oneLeftFor(world, 350)
    world.submit(1, Seq(Input(Block, On("b", HDD))))
    val launched = world.launch("2@b" -> 1)
    assertThat(
      launched.map(task => world.scheduler.taskIdToTaskSetManager.get(task.taskId).stageId).equals(Seq(1))
    ).isTrue
  }

  @Test
  def doesNotWaitForAnExecutorThatIsGone(): Unit = withWorld() { world =>
    oneLeftFor(world, 350)
    assertThat(world.offer("2@b" -> 1).isEmpty).isTrue
    world.scheduler.executorLost("1", ExecutorExited(1, exitCausedByApp = false, "says the test"))
    assertThat(world.offer("2@b" -> 1).nonEmpty).isTrue
  }

  @Test
  def doesNotWaitForAnExecutorThatIsToldToGo(): Unit = withWorld() { world =>
    oneLeftFor(world, 350)
    assertThat(world.offer("2@b" -> 1).isEmpty).isTrue
    world.scheduler.executorDecommission("1", ExecutorDecommissionInfo("says the test"))
    assertThat(world.offer("2@b" -> 1).nonEmpty).isTrue
  }

  @Test
  def doesNotWaitForAnExecutorThatIsExcluded(): Unit = withWorld(
    "spark.excludeOnFailure.enabled" -> "true",
    "spark.excludeOnFailure.stage.maxFailedTasksPerExecutor" -> "1"
  ) { world =>
    world.submit(0, Seq.fill(4)(Input(Block, On("a", SSD), On("b", HDD))))
    val first = world.launch("1@a" -> 2)
    world.clock.advance(20)
    world.finish(first.head)
    world.fail(first(1).taskId)
    assertThat(world.offer("2@b" -> 3).size).isEqualTo(3)
  }
}
