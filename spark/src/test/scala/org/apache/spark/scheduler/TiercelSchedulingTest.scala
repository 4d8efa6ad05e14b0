package org.apache.spark.scheduler

import scala.util.Using

import io.tiercel.model.Tier.{HDD, MEMORY, SSD}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** Which task the scheduler launches where, on executors that are only offered. */
class TiercelSchedulingTest {
  private val Block = 128L << 20

  private def withWorld(settings: (String, String)*)(test: TieredWorld => Unit): Unit =
    Using.resource(new TieredWorld(settings: _*))(test)

  @Test
  def putsEveryTaskWhereTheSumOfCostsIsLeast(): Unit = withWorld() { world =>
    // Greedily, host a would take task 0 from memory, and task 1 would be left with host b's nothing.
    val tasks = world.submit(0, Seq(Input(Block, On("a", MEMORY), On("b", SSD)), Input(Block, On("a", SSD))))
    assertThat(world.offer("1@a" -> 1, "2@b" -> 1).toMap.equals(Map("1" -> 1, "2" -> 0))).isTrue
    assertThat(world.manager(tasks)).isInstanceOf(classOf[TiercelTaskSetManager])
  }

  @Test
  def saysTheLocalityThatSparkWould(): Unit = withWorld() { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD)), Input(Block, On("c", SSD))))
    val launched = world.launch("1@a" -> 1, "2@b" -> 1)
    val levels = launched.map { task =>
      world.scheduler.taskIdToTaskSetManager.get(task.taskId).taskInfos(task.taskId).taskLocality
    }
    assertThat(
      launched.map(_.executorId).zip(levels).toMap.equals(Map("1" -> TaskLocality.NODE_LOCAL, "2" -> TaskLocality.ANY))
    ).isTrue
  }

  @Test
  def laterOffersOfSingleExecutorsGetTheCheapestTaskThere(): Unit = withWorld() { world =>
    world.submit(
      0,
      Seq(
        Input(Block, On("a", HDD), On("b", HDD)),
        Input(Block, On("a", SSD), On("b", HDD)),
        Input(Block, On("a", HDD), On("b", SSD))
      )
    )
    assertThat(world.offer("1@a" -> 1, "2@b" -> 1).toSet.equals(Set("1" -> 1, "2" -> 2))).isTrue
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 0))).isTrue
  }

  @Test
  def taskSetsWithoutLocatedInputAreSparksOwn(): Unit = withWorld() { world =>
    val tasks = world.submitTasks(0, Array[Task[_]](new PlannedTask(0, 0, Nil, false)), None)
    assertThat(world.manager(tasks).getClass).isEqualTo(classOf[TaskSetManager])
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 0))).isTrue
  }
}
