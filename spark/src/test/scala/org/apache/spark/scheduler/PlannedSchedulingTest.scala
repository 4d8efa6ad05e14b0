package org.apache.spark.scheduler

import java.util.concurrent.ConcurrentLinkedQueue

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.{Random, Using}

import io.tiercel.model.Tier.{HDD, SSD}
import io.tiercel.spark.event.DeviceReads
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

import org.apache.spark.scheduler.tiercel.ExecutorSlots

/** Policy `tiercel` in Spark's scheduler. */
class PlannedSchedulingTest {
  private val Block = 128L << 20
  private val LocalityWaitMillis = 3000

  private def withWorld(settings: (String, String)*)(test: TieredWorld => Unit): Unit =
    Using.resource(new TieredWorld(settings :+ ("spark.tiercel.policy" -> "tiercel"): _*))(test)

  /** Both nodes have everything: the one on its SSD, the other on its disk. */
  private def crossed(tasks: Int): Seq[Input] =
    (0 until tasks).map(i =>
      if (i % 2 == 0) Input(Block, On("a", SSD), On("b", HDD)) else Input(Block, On("a", HDD), On("b", SSD))
    )

  /** Runs a stage on six slots of each node, and counts the tasks that read from disks. Devices share their bandwidth
    * among readers, and disks are as fast as SSDs.
    */
  private def readFromDisks(policy: String): Int = {
    var disks = 0
    Using.resource(new TieredWorld("spark.tiercel.policy" -> policy)) { world =>
      world.submit(0, crossed(120))
      val left = mutable.Map[TaskDescription, Double]()
      def device(task: TaskDescription): (String, Boolean) =
        (task.executorId, (task.partitionId % 2 == 0) == (task.executorId == "1"))
      var done = 0
      while (done < 120) {
        val running = left.keys.groupBy(_.executorId).map { case (executor, tasks) => executor -> tasks.size }
        val free = Seq("1@a", "2@b").map(name => name -> (6 - running.getOrElse(name.substring(0, 1), 0)))
        world.launch(free.filter(_._2 > 0): _*).foreach { task =>
          left(task) = 400
          if (!device(task)._2) disks += 1
        }
        world.clock.advance(100)
        val readers = left.keys.toSeq.groupBy(device).map { case (at, tasks) => at -> tasks.size }
        left.keys.toSeq.foreach { task =>
          left(task) -= 100.0 / readers(device(task))
          if (left(task) <= 0) {
            val info = world.scheduler.taskIdToTaskSetManager.get(task.taskId).taskInfos(task.taskId)
            world.finish(task, world.clock.getTimeMillis() - info.launchTime, Block)
            left -= task
            done += 1
          }
        }
      }
    }
    disks
  }

  @Test
  def usesDisksThatProveToBeAsFastAsTheSsdsThatTheOthersCrowd(): Unit = {
    assertThat(readFromDisks("trident")).isLessThan(10)
    assertThat(readFromDisks("tiercel")).isBetween(40, 80)
  }

  /** What is posted of reads from now on. */
  private def listenForReads(world: TieredWorld): ConcurrentLinkedQueue[DeviceReads] = {
    val posted = new ConcurrentLinkedQueue[DeviceReads]
    world.sc.addSparkListener(new SparkListener {
      override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
        case reads: DeviceReads => posted.add(reads)
        case _ =>
      }
    })
    posted
  }

  /** Seconds of a stage's last plan. Before it a task ran for 2.9 s on executor 1, and after that another one for 2.9 s
    * on the executor that is named.
    */
  private def secondsAfter(executorOfSecond: String): Double =
    Using.resource(new TieredWorld("spark.tiercel.policy" -> "tiercel")) { world =>
      val posted = listenForReads(world)
      world.submit(0, Seq.fill(3)(Input(Block, On("a", SSD))))
      val warming = world.launch("1@a" -> 1)
      world.clock.advance(2900)
      warming.foreach(world.finish(_, 400, Block))
      val second = world.launch(s"$executorOfSecond@a" -> 1)
      world.clock.advance(2900)
      second.foreach(world.finish(_, 400, Block))
      val last = world.launch("1@a" -> 1)
      assertThat(last.size).isEqualTo(1)
      world.clock.advance(500)
      last.foreach(world.finish(_, 400, Block))
      world.scheduler.stop()
      world.sc.listenerBus.waitUntilEmpty()
      val plan = posted.asScala.last.last
      assertThat(plan.tasks).isEqualTo(1)
      plan.seconds
    }

  @Test
  def computingOfTasksThatWarmUpTheirExecutorIsNotExpectedOfOthers(): Unit = {
    val bothWarmUp = secondsAfter("2")
    assertThat(bothWarmUp).isLessThan(1.5)
    val secondIsTypical = secondsAfter("1")
    assertThat(secondIsTypical).isBetween(2.5, 4.0)
  }

  /** The second task runs where it has no input; the third one tells nothing. */
  @Test
  def postsWhatBecameOfThePlan(): Unit = withWorld() { world =>
    val posted = listenForReads(world)
    world.submit(7, Seq(Input(Block, On("a", SSD)), Input(Block, On("c", HDD)), Input(Block, On("a", SSD))))
    val launched = world.launch("1@a" -> 3).sortBy(_.partitionId)
    world.clock.advance(500)
    launched.take(2).foreach(world.finish(_, 400, Block))
    world.clock.advance(500)
    world.finish(launched(2))
    world.scheduler.stop() // waits for what is done in the background
    world.sc.listenerBus.waitUntilEmpty()

    val events = posted.asScala.toSeq
    assertThat(events.init.forall(!_.over)).isTrue
    val last = events.last
    assertThat(last.over).isTrue
    assertThat((last.stage, last.plans, last.millis, last.unmeasured).equals((7, 1, 1000L, 1))).isTrue
    assertThat(last.starts.asScala.map(each => each.reason -> each.starts).toMap.equals {
      Map("PLANNED" -> 2, "NO_PREFERENCE" -> 1)
    }).isTrue
    assertThat(last.first.tasks).isEqualTo(2)
    val devices =
      last.devices.asScala.map(each => each.name -> ((each.plannedBytes, each.readBytes, each.lastEndMillis)))
    assertThat(
      devices.toMap.equals(
        Map("SSD of a" -> ((2 * Block, Block, 500L)), "other nodes, over the network" -> ((0L, Block, 500L)))
      )
    ).as(devices.toString).isTrue
  }

  @Test
  def aTaskThatFailedIsLaunchedAgain(): Unit = withWorld() { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD))))
    world.fail(world.launch("1@a" -> 1).head.taskId)
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> 0))).isTrue
  }

  @Test
  def tasksOfALostExecutorAreLaunchedElsewhere(): Unit = withWorld() { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD), On("b", HDD))))
    world.offer("1@a" -> 1, "2@b" -> 1)
    Seq("1", "2").foreach(
      world.scheduler.executorLost(_, ExecutorExited(1, exitCausedByApp = false, "says the test"))
    )
    assertThat(world.offer("3@b" -> 1).equals(Seq("3" -> 0))).isTrue
  }

  @Test
  def aBarrierStageIsLaunchedWhollyOrNotAtAll(): Unit = withWorld() { world =>
    world.submit(0, Seq.fill(2)(Input(Block, On("a", SSD), On("b", HDD))), barrier = true)
    assertThat(world.offer("1@a" -> 1).isEmpty).isTrue
    assertThat(world.offer("1@a" -> 1, "2@b" -> 1).map(_._2).sorted.equals(Seq(0, 1))).isTrue
  }

  @Test
  def aTaskWithoutAnyKnownNodeRunsAtOnce(): Unit = withWorld() { world =>
    world.submit(0, Seq(Input(Block), Input(Block, On("c", SSD))))
    val launched = world.offer("1@a" -> 2).map(_._2).sorted
    assertThat(launched.equals(Seq(0, 1))).isTrue
  }

  @Test
  def aNodeWhereATaskHasFailedServesTheOthers(): Unit = withWorld("spark.excludeOnFailure.enabled" -> "true") { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD)), Input(Block, On("a", HDD))))
    val first = world.launch("1@a" -> 1).head
    world.fail(first.taskId)
    assertThat(world.offer("1@a" -> 1).equals(Seq("1" -> (1 - first.partitionId)))).isTrue
  }

  /** The first plan knows the slots of one node only. */
  @Test
  def anExecutorThatComesLaterGetsTasksWhoseInputIsThere(): Unit = withWorld() { world =>
    world.submit(0, Seq.fill(4)(Input(Block, On("a", SSD))) ++ Seq.fill(4)(Input(Block, On("b", SSD))))
    assertThat(world.launch("1@a" -> 1).forall(_.partitionId < 4)).isTrue
    assertThat(world.launch("2@b" -> 2).map(_.partitionId).forall(_ >= 4)).isTrue
  }

  @Test
  def aTaskThatMayNotRunAgainWhereItsInputIsRunsElsewhereAtOnce(): Unit = withWorld(
    "spark.excludeOnFailure.enabled" -> "true"
  ) { world =>
    world.submit(0, Seq(Input(Block, On("a", SSD), On("b", HDD)), Input(Block, On("a", HDD), On("b", SSD))))
    val first = world.launch("1@a" -> 1).head
    world.fail(first.taskId)
    val launched = world.offer("1@a" -> 1, "2@b" -> 1).toMap
    assertThat(launched.equals(Map("2" -> first.partitionId, "1" -> (1 - first.partitionId)))).isTrue
  }

  /** Spark lists a task again when a copy of it is lost, although the other one runs. */
  @Test
  def aTaskOfWhichACopyRunsDoesNotWait(): Unit = withWorld(
    "spark.speculation" -> "true",
    "spark.speculation.quantile" -> "0.5",
    "spark.speculation.minTaskRuntime" -> "1ms"
  ) { world =>
    val manager = world.manager(world.submit(0, Seq.fill(2)(Input(Block, On("a", SSD), On("b", SSD)))))
    val launched = world.launch("1@a" -> 1, "2@b" -> 1)
    world.clock.advance(10)
    world.finish(launched.find(_.executorId == "2").get)
    world.clock.advance(10000)
    assertThat(world.scheduler.synchronized(manager.checkSpeculatableTasks(1))).isTrue
    val copy = world.launch("2@b" -> 1).head
    world.fail(copy.taskId)
    val before = world.revivals.size
    assertThat(world.launch("2@b" -> 1).isEmpty).isTrue
    assertThat(world.revivals.size).isEqualTo(before)
    world.finish(launched.find(_.executorId == "1").get)
    assertThat(manager.isZombie).isTrue
  }

  /** Executors come, fail tasks, and go; slots are offered one by one or all together. Every task ends, and no slot
    * that somebody could use stays free for longer than twice the locality wait, but for the time until the next offer.
    */
  @ParameterizedTest
  @ValueSource(ints = Array(1, 2, 3, 4, 5, 6, 7, 8))
  def nothingIsEverStuck(seed: Int): Unit = withWorld(
    "spark.excludeOnFailure.enabled" -> (seed % 2 == 0).toString,
    "spark.task.maxFailures" -> "1000"
  ) { world =>
    println(s"seed $seed")
    val random = new Random(seed)
    val tiers = Seq(SSD, HDD)
    def some(hosts: Int): Seq[On] =
      random.shuffle(Seq("a", "b", "c", "d")).take(hosts).map(On(_, tiers(random.nextInt(2))))
    val tasks = 30 + random.nextInt(40)
    val taskSet = world.submit(0, Seq.fill(tasks)(Input(Block, some(random.nextInt(4)): _*)))
    val manager = world.manager(taskSet).asInstanceOf[TiercelTaskSetManager]
    val slots = mutable.Map("1@a" -> 2, "2@b" -> 2, "3@c" -> 1)
    val running = mutable.Map[TaskDescription, String]()
    var nextExecutor = 4
    var idleSince = world.clock.getTimeMillis()
    def free(name: String): Int = slots(name) - running.values.count(_ == name)
    def offer(names: Seq[String]): Unit = {
      val open = names.map(name => name -> free(name)).filter(_._2 > 0)
      val launched = if (open.isEmpty) Nil else world.launch(open: _*)
      launched.foreach(task => running(task) = slots.keys.find(_.startsWith(task.executorId + "@")).get)
      if (launched.nonEmpty) idleSince = world.clock.getTimeMillis()
    }
    var steps = 0
    // Spark gives a stage up if a task may run nowhere.
    while (manager.tasksSuccessful < tasks && !manager.isZombie) {
      steps += 1
      assertThat(steps).isLessThan(20000)
      offer(if (random.nextInt(3) == 0) slots.keys.toSeq else random.shuffle(slots.keys.toSeq).take(1))
      world.clock.advance(50)
      running.keys.toSeq.filter(_ => random.nextInt(8) == 0).foreach { task =>
        running -= task
        if (random.nextInt(10) == 0) world.fail(task.taskId) else world.finish(task, 40, Block)
      }
      if (random.nextInt(60) == 0 && slots.size > 1) {
        val lost = random.shuffle(slots.keys.toSeq).head
        slots -= lost
        running.filterInPlace((_, at) => at != lost)
        world.scheduler
          .executorLost(lost.takeWhile(_ != '@'), ExecutorExited(1, exitCausedByApp = false, "says the test"))
        val host = Seq("a", "b", "c", "d")(random.nextInt(4))
        slots(s"$nextExecutor@$host") = 1 + random.nextInt(3)
        nextExecutor += 1
      }
      // Spark keeps tasks away from executors and hosts where they have failed.
      val canStart = slots.keys.filter(free(_) > 0).exists { name =>
        val executor = name.takeWhile(_ != '@')
        val host = name.drop(executor.length + 1)
        !ExecutorSlots.isExcluded(world.scheduler, manager, executor, host) &&
        (0 until tasks).exists(task => manager.isRunnable(task) && manager.isAllowed(task, executor, host))
      }
      if (!canStart) idleSince = world.clock.getTimeMillis()
      assertThat(world.clock.getTimeMillis() - idleSince).isLessThan(2L * LocalityWaitMillis)
    }
  }
}
