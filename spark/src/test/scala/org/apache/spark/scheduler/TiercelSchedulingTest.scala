package org.apache.spark.scheduler

import java.util.Optional
import java.util.function.BooleanSupplier

import scala.util.Using

import io.tiercel.assign.{AssignmentPolicy, AssignmentProblem, Decision}
import io.tiercel.model.Tier.{HDD, MEMORY, SSD}
import io.tiercel.spark.{FaultLog, LogLines}
import io.tiercel.spark.account.DriverMetric
import org.apache.spark.InternalAccumulator
import org.apache.spark.util.LongAccumulator
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
    val levels = launched.map(world.levelOf)
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
    assertThat(world.counted(DriverMetric.STAGES_LEFT)).isEqualTo(1)
    assertThat(world.counted(DriverMetric.STAGES_PLACED)).isZero
    assertThat(world.counted(DriverMetric.ROUNDS)).isZero
  }

  @Test
  def anErrorOfOursLeavesTheStageToSpark(): Unit = withWorld() { world =>
    val tasks = world.submit(0, Seq(Input(Block, On("a", SSD))), failing = true)
    assertThat(world.manager(tasks).getClass).isEqualTo(classOf[TaskSetManager])
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 0))).isTrue
    assertThat(world.counted(DriverMetric.STAGES_LEFT)).isEqualTo(1)
    assertThat(world.counted(DriverMetric.ERRORS)).isEqualTo(1)
  }

  @Test
  def fifoServesTheFirstJobFirstAndTheNextFromWhatIsLeft(): Unit = withWorld() { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD)), Input(Block, On("b", SSD))))
    world.submit(1, Seq(Input(Block, On("a", SSD)), Input(Block, On("b", SSD))))
    assertThat(
      stages(world, world.launch("1@a" -> 1, "2@b" -> 2)).equals(Map(("1", 0) -> 1, ("2", 0) -> 1, ("2", 1) -> 1))
    ).isTrue
  }

  @Test
  def fairSharesTheSlotsAmongJobs(): Unit = withWorld("spark.scheduler.mode" -> "FAIR") { world =>
    def job(stage: Int, pool: String): Unit = {
      val properties = new java.util.Properties
      properties.setProperty("spark.scheduler.pool", pool)
      val tasks = Array.tabulate[Task[_]](4)(i => new PlannedTask(stage, i, Seq(HostTaskLocation("a")), false))
      world.submitTasks(stage, tasks, Some(Seq.fill(4)(Input(Block, On("a", SSD)))), properties = properties)
      ()
    }
    job(0, "one")
    job(1, "two")
    val first = world.launch("1@a" -> 1)
    val second = world.launch("1@a" -> 1)
    assertThat(Seq(first, second).flatten.map(world.stageOf).toSet.equals(Set(0, 1))).isTrue
  }

  @Test
  def anExcludedNodeGetsNothing(): Unit = withWorld(
    "spark.excludeOnFailure.enabled" -> "true",
    "spark.excludeOnFailure.task.maxTaskAttemptsPerExecutor" -> "1"
  ) { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD), On("b", HDD))))
    world.fail(world.launch("1@a" -> 1, "2@b" -> 1).head.taskId)
    // Its best place is barred to it: neither is it launched there, nor lost.
    assertThat(world.offer("1@a" -> 1).isEmpty).isTrue
    assertThat(launchedWithin(world, 5)("1@a" -> 1, "2@b" -> 1).equals(Seq("2" -> 0))).isTrue
  }

  @Test
  def aSlotServesAnotherTaskAtOnceIfSparkKeepsThePlannedOneAway(): Unit = withWorld(
    "spark.excludeOnFailure.enabled" -> "true"
  ) { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD)), Input(Block, On("a", HDD))))
    val first = world.launch("1@a" -> 1)
    assertThat(first.map(_.partitionId).equals(Seq(0))).isTrue
    world.fail(first.head.taskId)
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 1))).isTrue
  }

  @Test
  def aTaskIsNotPlannedForWhereItMayNotRun(): Unit = withWorld("spark.excludeOnFailure.enabled" -> "true") { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD), On("b", HDD)), Input(Block, On("a", HDD), On("b", SSD))))
    world.fail(world.launch("1@a" -> 1).head.taskId)
    assertThat(world.offer("1@a" -> 1, "2@b" -> 1).toMap.equals(Map("1" -> 1, "2" -> 0))).isTrue
  }

  @Test
  def aTaskMayStillRunOnAnotherExecutorOfTheHostWhereItFailed(): Unit = withWorld(
    "spark.excludeOnFailure.enabled" -> "true"
  ) { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD), On("b", HDD)), Input(Block, On("a", HDD), On("b", SSD))))
    world.fail(world.launch("1@a" -> 1).head.taskId)
    val launched = world.offer("1@a" -> 1, "3@a" -> 1, "2@b" -> 1)
    assertThat(launched.contains("3" -> 0)).isTrue
    assertThat(launched.size).isEqualTo(2)
  }

  @Test
  def anErrorOfOursInARoundLeavesThatRoundToSparkAndIsLoggedOnce(): Unit = {
    var broken = false
    val world = new TieredWorld {
      override protected def policyFrom(named: AssignmentPolicy): AssignmentPolicy = new AssignmentPolicy {
        override def name: String = named.name
        override def decide(problem: AssignmentProblem): Decision =
          if (broken) throw new IllegalStateException("no decision, says the test") else named.decide(problem)
      }
    }
    Using.resources(world, LogLines.of(classOf[FaultLog])) { (world, log) =>
      // Best on b; Spark takes the first of a's list, whatever device it lies on.
      val onDisks = Input(Block, On("a", HDD), On("b", SSD))
      world.submit(0, Seq(onDisks, onDisks, Input(Block, On("a", SSD)), onDisks, Input(Block, On("a", SSD))))
      broken = true
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 0))).isTrue
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 1))).isTrue
      broken = false
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 2))).isTrue
      assertThat(log.lines)
        .containsExactly(
          "ERROR Tiercel: Spark's own scheduler decides a round, because of " +
            "java.lang.IllegalStateException: no decision, says the test (logged once)"
        )
      assertThat(world.counted(DriverMetric.STAGES_PLACED)).isEqualTo(1)
      assertThat(world.counted(DriverMetric.ROUNDS)).isEqualTo(3)
      assertThat(world.counted(DriverMetric.ROUNDS_LEFT_FAILURE)).isEqualTo(2)
      assertThat(world.counted(DriverMetric.ERRORS)).isEqualTo(2)
    }
  }

  @Test
  def aTaskIsDoneEvenIfWeCannotReadItsMetrics(): Unit =
    Using.resources(new TieredWorld, LogLines.of(classOf[FaultLog])) { (world, log) =>
      val tasks = world.submit(0, Seq(Input(Block, On("a", SSD)), Input(Block, On("a", SSD))))
      val first = world.launch("1@a" -> 1).head
      val metric = new LongAccumulator {
        override def sum: Long = throw new NoSuchMethodError("of another Spark, says the test")
      }
      metric.register(world.sc, Some(InternalAccumulator.EXECUTOR_RUN_TIME))
      val manager = world.manager(tasks)
      world.finish(first.taskId, Seq(metric))
      assertThat(manager.tasksSuccessful).isEqualTo(1)
      assertThat(world.offer("1@a" -> 1).size).isEqualTo(1)
      assertThat(log.lines)
        .containsExactly(
          "ERROR Tiercel: a task's times do not count, because of " +
            "java.lang.NoSuchMethodError: of another Spark, says the test (logged once)"
        )
    }

  @Test
  def aRoundThatSpendsItsTimeBudgetIsSparks(): Unit = {
    var millis = 0L
    val world = new TieredWorld {
      override protected def policyFrom(named: AssignmentPolicy): AssignmentPolicy = new AssignmentPolicy {
        override def name: String = named.name
        override def decide(problem: AssignmentProblem): Decision = named.decide(problem)
        override def decide(problem: AssignmentProblem, isSpent: BooleanSupplier): Optional[Decision] = {
          clock.advance(millis)
          named.decide(problem, isSpent)
        }
      }
    }
    Using.resource(world) { world =>
      // Best on b; Spark takes the first of a's list, whatever device it lies on.
      val onDisks = Input(Block, On("a", HDD), On("b", SSD))
      world.submit(0, Seq(onDisks, onDisks, Input(Block, On("a", SSD)), onDisks))
      millis = 501
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 0))).isTrue
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 1))).isTrue
      millis = 500
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 2))).isTrue
      assertThat(world.counted(DriverMetric.ROUNDS_LEFT_BUDGET)).isEqualTo(2)
      assertThat(world.counted(DriverMetric.ROUNDS_LEFT_FAILURE)).isZero
    }
  }

  @Test
  def aFailedTaskIsLaunchedAgain(): Unit = withWorld() { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD))))
    world.fail(world.launch("1@a" -> 1).head.taskId)
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 0))).isTrue
  }

  @Test
  def tasksOfALostExecutorAreLaunchedElsewhere(): Unit = withWorld() { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD), On("b", HDD))))
    world.offer("1@a" -> 1, "2@b" -> 1)
    world.scheduler.executorLost("1", ExecutorExited(1, exitCausedByApp = false, "says the test"))
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 0))).isTrue
  }

  @Test
  def aBarrierStageIsLaunchedWhollyOrNotAtAll(): Unit = withWorld() { world =>
    val inputs = Seq(Input(Block, On("a", SSD), On("b", HDD)), Input(Block, On("a", SSD), On("b", HDD)))
    world.submit(0, inputs, barrier = true)
    assertThat(world.offer("1@a" -> 1).isEmpty).isTrue
    assertThat(world.offer("1@a" -> 1, "2@b" -> 1).map(_._2).sorted.equals(Seq(0, 1))).isTrue
  }

  @Test
  def aSpeculativeCopyRunsOnAnotherHost(): Unit = withWorld(
    "spark.speculation" -> "true",
    "spark.speculation.quantile" -> "0.5",
    "spark.speculation.minTaskRuntime" -> "1ms"
  ) { world =>
    val tasks = world.submit(0, Seq.fill(2)(Input(Block, On("a", SSD), On("b", SSD))))
    val launched = world.launch("1@a" -> 1, "2@b" -> 1)
    world.clock.advance(10)
    world.finish(launched.find(_.executorId == "2").get)
    world.clock.advance(10000)
    assertThat(world.scheduler.synchronized(world.manager(tasks).checkSpeculatableTasks(1))).isTrue
    assertThat(world.offer("1@a" -> 1).isEmpty).isTrue
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> launched.find(_.executorId == "1").get.partitionId))).isTrue
  }

  @Test
  def cachedInputDrawsItsTaskToTheExecutorThatHasIt(): Unit = withWorld() { world =>
    val tasks = Array[Task[_]](
      new PlannedTask(0, 0, Seq(HostTaskLocation("a")), false),
      new PlannedTask(0, 1, Seq(ExecutorCacheTaskLocation("a", "2")), false)
    )
    world.submitTasks(0, tasks, Some(Seq(Input(Block, On("a", SSD)), Input(Block, On("a", SSD)))))
    val launched = world.launch("1@a" -> 1, "2@a" -> 1)
    assertThat(launched.map(task => task.executorId -> task.partitionId).toMap.equals(Map("1" -> 0, "2" -> 1))).isTrue
    assertThat(world.levelOf(launched.find(_.partitionId == 1).get)).isEqualTo(TaskLocality.PROCESS_LOCAL)
  }

  @Test
  def underStockSparkDecidesAndIsAccountedFor(): Unit = withWorld("spark.tiercel.policy" -> "stock") { world =>
    world.submit(0, Seq(Input(Block, On("a", HDD), On("b", SSD)), Input(Block, On("a", SSD), On("b", HDD))))
    // Spark takes the first task of a's list, whatever device it lies on.
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 0))).isTrue
    assertThat(world.counted(DriverMetric.ROUNDS_LEFT_POLICY)).isEqualTo(1)
  }

  @Test
  def quartetLeavesTheRestToSparksDelay(): Unit = withWorld("spark.tiercel.policy" -> "quartet") { world =>
    world.submit(
      0,
      Seq(Input(Block, On("a", MEMORY), On("b", HDD)), Input(Block, On("b", HDD)), Input(Block, On("c", HDD)))
    )
    assertThat(world.offer("3@d" -> 1, "4@c" -> 0, "1@a" -> 0, "2@b" -> 0).isEmpty).isTrue
    // b's own, not the one that a has in memory.
    assertThat(world.offer("2@b" -> 1).equals(Seq("2" -> 1))).isTrue
    // Nothing local to d: it waits as it would in Spark, and no longer.
    assertThat(world.offer("3@d" -> 1).isEmpty).isTrue
    world.clock.advance(3001)
    assertThat(world.offer("3@d" -> 1).size).isEqualTo(1)
  }

  @Test
  def hSchedulerTakesLocalTasksByTierAndNeverWaits(): Unit = withWorld("spark.tiercel.policy" -> "h-scheduler") {
    world =>
      world.submit(0, Seq(Input(Block, On("a", HDD)), Input(Block, On("a", SSD)), Input(Block, On("b", MEMORY))))
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 1))).isTrue
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 0))).isTrue
      assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 2))).isTrue
  }

  private def stages(world: TieredWorld, launched: Seq[TaskDescription]): Map[(String, Int), Int] =
    launched.map(task => (task.executorId, world.stageOf(task))).groupMapReduce(identity)(_ => 1)(_ + _).map {
      case ((executor, stage), count) => (executor, stage) -> count
    }

  private def launchedWithin(world: TieredWorld, rounds: Int)(slots: (String, Int)*): Seq[(String, Int)] =
    (1 to rounds).iterator
      .map { _ =>
        world.clock.advance(4000)
        world.offer(slots: _*)
      }
      .find(_.nonEmpty)
      .getOrElse(Nil)
}
