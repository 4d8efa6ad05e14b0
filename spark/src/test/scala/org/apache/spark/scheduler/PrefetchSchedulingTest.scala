package org.apache.spark.scheduler

import java.nio.file.{Files, Path}
import java.util.concurrent.CopyOnWriteArrayList

import scala.jdk.CollectionConverters._
import scala.util.Using

import io.tiercel.client.FakeCoordinator
import io.tiercel.hdfs.locate.FileRange
import io.tiercel.json.RecordedPlan
import io.tiercel.model.Tier.HDD
import io.tiercel.protocol.{AgentState, DeviceState, StatusReply}
import io.tiercel.spark.LogLines
import io.tiercel.spark.event.{PrefetchOutcomes, PrefetchPlanned, TiercelEvent}
import io.tiercel.spark.prefetch.{ApplicationPrefetcher, PrecedingScans, StagePrefetch, StageSlots}
import io.tiercel.spark.prefetch.learn.{StageKind, TaskMeasurement}
import org.apache.hadoop.fs.{Path => HdfsPath}
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Assertions.{assertFalse, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.scheduler.tiercel.QueryRead

/** Prefetching for a stage, and its outcome. One slot, two nodes with an HDD each. */
class PrefetchSchedulingTest {
  private val Block = 128L << 20
  private val Tasks = 8

  /** HDDs of 160 MiB/s by the scores: 0.8 s a block. */
  private val Cluster = StatusReply.newBuilder
    .setIntervalMillis(200)
    .addAgents(agent("a"))
    .addAgents(agent("b"))
    .build

  private def agent(host: String): AgentState.Builder = AgentState.newBuilder
    .setHost(host)
    .setAlive(true)
    .setBudgetBytes(1L << 30)
    .addDevices(DeviceState.newBuilder.setStorage(host + "-disk").setStorageType("DISK").setBytesPerSecond(1e8))

  private def input(task: Int): Input = if (task % 2 == 0) Input(Block, On("a", HDD)) else Input(Block, On("b", HDD))

  private def cold(use: Using.Manager): FakeCoordinator = {
    val coordinator = use(new FakeCoordinator)
    coordinator.cold = true
    coordinator.status = Cluster
    coordinator
  }

  private def settings(coordinator: FakeCoordinator, more: (String, String)*): Seq[(String, String)] =
    Seq("spark.tiercel.coordinator" -> coordinator.address, "spark.tiercel.prefetch" -> "cost") ++ more

  private def prefetched(coordinator: FakeCoordinator): Set[Int] = coordinator.heard.asScala
    .filter(_.startsWith("prefetch "))
    .map(_.split(" ")(1).split("/").last.toInt)
    .toSet

  /** Runs the stage's tasks one after the other. */
  private def run(world: TieredWorld): Unit = (0 until Tasks).foreach { n =>
    val launched = world.launch((if (n % 2 == 0) "1@a" else "2@b") -> 1) ++ world.launch(
      (if (n % 2 == 0) "2@b" else "1@a") -> 1
    )
    launched.foreach(world.finish)
  }

  @Test
  def plannedReadsBeginWithTasksWhoseInputIsNotOnItsWay(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val both = Seq("spark.tiercel.policy" -> "tiercel", "spark.tiercel.prefetch" -> "plan")
    val world = use(new TieredWorld(settings(coordinator, both: _*): _*))
    world.submit(0, (0 until Tasks).map(input))
    await().until(() => prefetched(coordinator).nonEmpty)
    says(log.lines.get(0), s"of $Tasks blocks prefetched: job ", "reads and prefetches were planned together")
    val taken = prefetched(coordinator)

    val launched = (0 until Tasks / 2).flatMap { _ =>
      val round = world.launch("1@a" -> 1) ++ world.launch("2@b" -> 1)
      round.foreach(world.finish)
      round.map(_.index)
    }
    assertTrue(launched.sorted.equals(0 until Tasks), s"$launched")
    Seq(0, 1).foreach { node =>
      val order = launched.filter(_ % 2 == node).map(taken)
      assertTrue(order.equals(order.sorted), s"$launched of $taken")
    }
  }.get

  /** The events of plans and outcomes. */
  private class Events(world: TieredWorld) extends SparkListener {
    private val heard = new CopyOnWriteArrayList[TiercelEvent]

    override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
      case ours: TiercelEvent => heard.add(ours)
      case _ =>
    }

    private def all: Seq[TiercelEvent] = {
      world.sc.listenerBus.waitUntilEmpty()
      heard.asScala.toSeq
    }

    def plans: Seq[PrefetchPlanned] = all.collect { case plan: PrefetchPlanned => plan }

    def outcome: PrefetchOutcomes = all.collect { case outcome: PrefetchOutcomes if outcome.over => outcome }.last

    world.sc.addSparkListener(this)
  }

  private def says(line: String, parts: String*): Unit =
    parts.foreach(part => assertTrue(line.contains(part), s"'$part' in '$line'"))

  @Test
  def whatIsNeededLaterIsBroughtInAndAccountedFor(@TempDir records: Path): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator, "spark.tiercel.record.dir" -> records.toString): _*))
    val events = new Events(world)
    world.submit(0, (0 until Tasks).map(input))
    await().until(() => log.lines.size == 1)

    says(
      log.lines.get(0),
      "INFO Tiercel: stage 0 (): ",
      s"of $Tasks blocks prefetched: job ",
      "; left: ",
      "planned in "
    )
    await().until(() => prefetched(coordinator).nonEmpty)
    val taken = prefetched(coordinator)
    assertFalse(taken.contains(0), "the first task starts at once")
    assertTrue(taken.contains(Tasks - 1), s"$taken")
    assertThat(coordinator.heard).contains(s"prefetch hdfs://world/${Tasks - 1} EVICT_AFTER_READ")

    run(world)
    await().until(() => log.lines.size == 2)
    says(log.lines.get(1), s"of ${taken.size} blocks prefetched ", " 0 were not read; ")

    assertThat(events.plans.size).isEqualTo(1)
    val plan = events.plans.head
    assertThat(plan.takenBlocks).isEqualTo(taken.size)
    assertThat(plan.leftBlocks).isEqualTo(Tasks - taken.size)
    assertThat(plan.dropped).isEmpty()
    assertTrue(plan.withMillis < plan.withoutMillis, s"$plan")
    val paths = plan.blocks.asScala.filter(_.taken).map(_.path)
    assertThat(paths.toSet).isEqualTo(taken.map(block => s"hdfs://world/$block"))
    val outcome = events.outcome
    assertThat(outcome.outcome.taken).isEqualTo(taken.size)
    assertThat(outcome.outcome.used + outcome.outcome.late).isEqualTo(taken.size)
    assertThat(outcome.outcome.bytes).isEqualTo(taken.size * Block)
    assertThat(math.round(1000 * outcome.outcome.predictedSeconds)).isEqualTo(plan.withMillis)
    outcome.blocks.asScala.foreach { block =>
      assertTrue(block.startedMillis >= 0, s"$block")
      assertTrue((block.arrivedMillis >= 0) == block.used, s"$block")
    }
    world.close()
    val lines = Files.readAllLines(records.resolve(s"prefetch-${world.sc.applicationId}.jsonl"))
    assertThat(lines).hasSize(2)
    says(lines.get(0), "\"record\":\"prefetch\"", "\"planner\":\"cost\"", "\"TAKEN\"")
    says(
      lines.get(1),
      "\"record\":\"prefetched\"",
      "\"taken\":" + taken.size,
      "\"prefetchedSeconds\":",
      "\"factor\":1,"
    )
  }.get

  @Test
  def whatDoesNotComeInTimeIsSaidToComeTooLate(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    coordinator.brings = false
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator): _*))
    val events = new Events(world)
    val stage = world.submit(0, (0 until Tasks).map(input))
    await().until(() => prefetched(coordinator).nonEmpty)
    val taken = prefetched(coordinator)

    // All are launched, none has been read.
    val launched = world.launch("1@a" -> Tasks, "2@b" -> Tasks)
    assertThat(launched.size).isEqualTo(Tasks)
    await().until(() => taken.forall(block => coordinator.heard.contains(s"begun $block")))
    world.scheduler.synchronized(world.manager(stage).abort("says the test", None))
    launched.foreach(task => world.scheduler.synchronized(world.scheduler.taskIdToTaskSetManager.remove(task.taskId)))
    world.close()
    says(log.lines.asScala.last, s" ${taken.size} came late, 0 were not read")
    assertThat(events.outcome.outcome.late).isEqualTo(taken.size)
    assertThat(events.outcome.outcome.used).isZero
  }.get

  @Test
  def whatIsNeverReadIsGivenBackWhenTheStageEnds(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator, "spark.tiercel.prefetch" -> "all"): _*))
    val events = new Events(world)
    val stage = world.submit(0, (0 until Tasks).map(input))
    await().until(() => prefetched(coordinator).size == Tasks)

    world.scheduler.synchronized(world.manager(stage).abort("says the test", None))

    await().until(() => (0 until Tasks).forall(block => coordinator.heard.contains(s"read $block")))
    await().until(() => log.lines.size == 2)
    says(log.lines.get(1), s"of $Tasks blocks prefetched 0 were in memory", s"$Tasks were not read")
    assertThat(events.outcome.outcome.unread).isEqualTo(Tasks)
  }.get

  /** The plan would take blocks of the last tasks; more than half of all have started when it stands. */
  @Test
  def aPlanThatComesTooLateIsDropped(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    coordinator.waits = true
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator): _*))
    val events = new Events(world)
    world.submit(0, (0 until Tasks).map(input))
    await().until(() => coordinator.heard.contains("status"))
    val launched = world.launch("1@a" -> 3, "2@b" -> 2)
    assertThat(launched.size).isEqualTo(5)

    coordinator.answerNow()
    await().until(() => log.lines.size == 1)

    says(log.lines.get(0), s"nothing is prefetched, the plan came too late, 5 of $Tasks tasks have started; ")
    assertThat(prefetched(coordinator).isEmpty).isTrue
    assertThat(events.plans.head.dropped).isEqualTo(s"the plan came too late, 5 of $Tasks tasks have started")
    launched.foreach(world.finish)
    run(world)
    assertThat(world.ended.size).isEqualTo(Tasks)
  }.get

  /** The scheduler's lock is held and its thread is busy, from before the stage is submitted until its plan stands and
    * is asked for.
    */
  @Test
  def plansAreMadeWithoutTheScheduler(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator): _*))
    world.scheduler.synchronized {
      world.submit(0, (0 until Tasks).map(input))
      await().until(() => log.lines.size == 1 && prefetched(coordinator).nonEmpty)
    }
    says(log.lines.get(0), s" of $Tasks blocks prefetched: job ")
  }.get

  @Test
  def agentsThatReadAsUrgentlyAsTasksArePlannedForAsSuch(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val sharing = Cluster.toBuilder
    sharing.getAgentsBuilderList.forEach(agent => agent.setSharesDevices(true): Unit)
    coordinator.status = sharing.build
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator): _*))
    world.submit(0, (0 until Tasks).map(input))
    await().until(() => log.lines.size == 1)
    says(log.lines.get(0), "modelled with migrations as urgent as tasks")
  }.get

  /** One slot: the second scan's tasks start when those of the first have ended, and all of its input comes in
    * meanwhile.
    */
  @Test
  def aQuerysScansArePlannedForOneAfterTheOther(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator): _*))
    world.offer("1@a" -> 1)
    val slots = new StageSlots(1, 0, 0, 1)
    val kind = new StageKind("scan")
    @volatile var before = PrecedingScans.NONE
    world.prefetching.query(7, world.scan((0 until Tasks).map(input), 0), kind, slots, before, before = _)
    await().until(() => before.ends > 0)
    assertTrue(before.reading > 0, s"$before")
    val two = world.scan((0 until Tasks + 2).map(input), Tasks)
    world.prefetching.query(7, two, kind, slots, new PrecedingScans(100, 1), before = _)

    await().until(() => log.lines.size == 2)
    says(log.lines.get(0), s"query 7: ", s" of $Tasks blocks prefetched: job ")
    says(log.lines.get(1), "query 7, scan 2: 2 of 2 blocks prefetched: job 100.")
    await().until(() => before.ends > 100)
    assertTrue(before.ends < 101, s"$before")
    world.prefetching.queryOver(7)
  }.get

  @Test
  def aStageThatComputesForLongIsLeftAlone(@TempDir models: Path): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val kept = settings(coordinator, "spark.tiercel.prefetch.models" -> models.resolve("kept").toString)
    Using.resource(new TieredWorld(kept: _*)) { world =>
      world.submit(0, (0 until Tasks).map(input))
      await().until(() => log.lines.size == 1)
      says(log.lines.get(0), ", not knowing how long its tasks compute")
      val prefetching = world.prefetching
      (0 until Tasks).foreach(task =>
        prefetching.measured(new TaskMeasurement(0, 0, task, "1", 0, 200800, 200L * 1000 * 1000 * 1000, 200800))
      )
    }
    assertThat(prefetched(coordinator).isEmpty).isFalse
    coordinator.heard.clear()

    val world = use(new TieredWorld(kept: _*))
    world.submit(0, (0 until Tasks).map(input))
    await().until(() => log.lines.asScala.count(_.contains("planned in")) == 2)
    val last = log.lines.asScala.filter(_.contains("planned in")).last
    says(last, s"nothing of $Tasks blocks prefetched: job 160", s"left: $Tasks (prefetching does not shorten the job)")
    assertThat(last.contains("not knowing")).as(last).isFalse
    assertThat(prefetched(coordinator).isEmpty).isTrue
  }.get

  private val Delay = "spark.tiercel.prefetch.delay" -> "10s"

  /** Six slots for six tasks. */
  private def oneWave(world: TieredWorld): TaskSet = {
    world.offer("1@a" -> 3, "2@b" -> 3)
    world.submit(0, (0 until 6).map(input))
  }

  private def offerAll(world: TieredWorld): Int = world.offer("1@a" -> 3, "2@b" -> 3).size

  /** The plan does not come; the test says in its place what it would. */
  @Test
  def firstTasksWaitForTheirInputAsLongAsThePlanSays(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    coordinator.silent = true
    val world = use(new TieredWorld(settings(coordinator, Delay): _*))
    val wave = world.firstWave(oneWave(world))
    wave.planned(3000)

    assertThat(offerAll(world)).isZero
    assertThat(world.revivals.last).isEqualTo(world.clock.getTimeMillis() + 3000)
    world.clock.advance(2999)
    assertThat(offerAll(world)).isZero
    world.clock.advance(1)
    assertThat(offerAll(world)).isEqualTo(6)
  }.get

  @Test
  def aWallClockThatIsSetBackHoldsNothingBack(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    coordinator.silent = true
    val world = use(new TieredWorld(settings(coordinator, Delay): _*))
    world.firstWave(oneWave(world)).planned(3000)
    world.clock.wallOffset = -3600000

    assertThat(offerAll(world)).isZero
    assertThat(world.revivals.last).isEqualTo(world.clock.nanoTime() / 1000000 + 3000)
    world.clock.advance(3000)
    assertThat(offerAll(world)).isEqualTo(6)
  }.get

  @Test
  def aPlanThatDoesNotComeHoldsFirstTasksBackForAMoment(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    coordinator.silent = true
    val world = use(new TieredWorld(settings(coordinator, Delay): _*))
    oneWave(world)
    assertThat(offerAll(world)).isZero
    world.clock.advance(500)
    assertThat(offerAll(world)).isEqualTo(6)
  }.get

  @Test
  def aPlanWithoutADelayLetsThemStart(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator, Delay): _*))
    oneWave(world)
    await().until(() => log.lines.size == 1)
    says(log.lines.get(0), "nothing of 6 blocks prefetched")
    assertThat(world.backend.revived).isPositive
    assertThat(offerAll(world)).isEqualTo(6)
  }.get

  @Test
  def firstTasksDoNotWaitWhereOthersWaitForSlots(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    coordinator.silent = true
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator, Delay): _*))
    val first = oneWave(world)
    assertThat(offerAll(world)).isZero

    val second = world.submit(1, Seq(input(0), input(1)))

    assertThat(world.firstWave(second).isHeld(world.clock.nanoTime())).isFalse
    assertThat(offerAll(world)).isEqualTo(6)
    says(log.lines.get(0), "stage 0 (): its first tasks wait no more", "others wait for slots")
    assertThat(world.firstWave(first).isHeld(world.clock.nanoTime())).isFalse
  }.get

  /** Spark drops events when a listener is slow: a query may end without a word. The next query has one scan, so it is
    * not planned for.
    */
  @Test
  def theNextQueryEndsThoseWhoseEndWasLost(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator): _*))
    world.offer("1@a" -> 1)
    def read(block: Int) = new FileRange(new HdfsPath(s"hdfs://world/$block"), 0, input(block).bytes)
    val kind = new StageKind("scan")
    world.locate((0 until Tasks).map(input))
    @volatile var runs = true
    world.scheduler.queryPlanned(7, () => runs, () => Seq(QueryRead(kind, (0 until Tasks).map(read))))
    await().until(() => !prefetched(coordinator).isEmpty)

    world.scheduler.queryBegins()
    world.scheduler.queryPlanned(8, () => true, () => Seq(QueryRead(kind, Seq(read(2)))))
    await().until(() => log.lines.asScala.exists(_.contains("query 8")))
    assertFalse(log.lines.asScala.exists(_.contains("query 7: of ")), "it runs")
    runs = false
    world.scheduler.queryBegins()

    await().until(() => log.lines.asScala.exists(_.contains("query 7: of 4 blocks prefetched")))
  }.get

  @Test
  def plansReckonWithTheScoresOfTheSettings(@TempDir directory: Path): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val scores = Seq("spark.tiercel.score.ssd" -> "5", "spark.tiercel.score.hdd" -> "30")
    val log = use(LogLines.of(classOf[StagePrefetch]))
    Using.resource(
      new TieredWorld(settings(coordinator, scores :+ ("spark.tiercel.record.dir" -> directory.toString): _*): _*)
    ) { world =>
      world.submit(0, (0 until Tasks).map(input))
      await().until(() => log.lines.size == 1)
    }

    val file = Using.resource(Files.list(directory))(_.iterator.asScala.find(_.toString.contains("prefetch-")).get)
    val planned = RecordedPlan.parse(Files.readAllLines(file).get(0)).problem.scores
    assertThat(planned.memory).isEqualTo(1)
    assertThat(planned.ssd).isEqualTo(5)
    assertThat(planned.hdd).isEqualTo(30)
    ()
  }.get

  @Test
  def withoutADelayNothingWaits(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val world = use(new TieredWorld(settings(coordinator): _*))
    oneWave(world)
    assertThat(offerAll(world)).isEqualTo(6)
  }.get

  @Test
  def slotsThatOthersMightHaveAreNotKeptFree(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    val shared = Seq(Delay, "spark.dynamicAllocation.enabled" -> "true", "spark.dynamicAllocation.testing" -> "true")
    val world = use(new TieredWorld(settings(coordinator, shared: _*): _*))
    oneWave(world)
    assertThat(offerAll(world)).isEqualTo(6)
  }.get

  @Test
  def aCoordinatorThatDoesNotAnswerChangesNothing(): Unit = Using.Manager { use =>
    val coordinator = cold(use)
    coordinator.silent = true
    val log = use(LogLines.of(classOf[StagePrefetch]))
    val world = use(new TieredWorld(settings(coordinator): _*))
    world.submit(0, (0 until Tasks).map(input))
    await().until(() => coordinator.heard.contains("status"))

    run(world)

    assertThat(world.ended.size).isEqualTo(Tasks)
    assertThat(log.lines).isEmpty()
  }.get

  @Test
  def withoutACoordinatorThatIsSaidOnce(): Unit = Using.Manager { use =>
    val log = use(LogLines.of(classOf[ApplicationPrefetcher]))
    val world = use(new TieredWorld("spark.tiercel.prefetch" -> "cost"))
    world.submit(0, (0 until Tasks).map(input))

    run(world)

    assertThat(world.ended.size).isEqualTo(Tasks)
    assertThat(log.lines).containsExactly(
      "WARN Tiercel: spark.tiercel.prefetch=cost needs a coordinator (spark.tiercel.coordinator); nothing is prefetched"
    )
    ()
  }.get
}
