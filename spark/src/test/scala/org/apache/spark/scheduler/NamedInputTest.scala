package org.apache.spark.scheduler

import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.{List => JList}

import scala.jdk.CollectionConverters._
import scala.util.Using

import io.tiercel.client.FakeCoordinator
import io.tiercel.hdfs.locate.FileRange
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation
import io.tiercel.model.{Block, BlockId, Replica}
import io.tiercel.model.Tier.SSD
import io.tiercel.spark.{FaultLog, LogLines}
import io.tiercel.spark.input.ImmediateAnswers
import io.tiercel.spark.input.StageInput.InputLocator
import io.tiercel.spark.memory.ExecutorPreferences
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.{AfterEach, BeforeEach, Test, Timeout}
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.scheduler.tiercel.{NamedInput, TiercelSession}

/** Whatever is wrong with the input that the user names, the application starts, and its log says so once. */
@Timeout(60)
class NamedInputTest {
  private val Application = "application_1_0001"
  private val coordinator = new FakeCoordinator
  private var sc: SparkContext = _

  @TempDir
  var directory: Path = _

  @BeforeEach
  def start(): Unit = sc = new SparkContext(
    new SparkConf(false)
      .setMaster("local[1]")
      .setAppName("named input")
      .set("spark.ui.enabled", "false")
      .set("spark.driver.bindAddress", "127.0.0.1")
      .set("spark.driver.host", "127.0.0.1")
  )

  @AfterEach
  def stop(): Unit = {
    sc.stop()
    coordinator.close()
  }

  /** Names a path to a session that finds each block on the SSD of host a. */
  private def naming(path: Path)(test: (NamedInput, ExecutorPreferences) => Unit): Unit = {
    sc.conf.set("spark.tiercel.coordinator", coordinator.address).set("spark.tiercel.yarn.input", path.toUri.toString)
    val session = new TiercelSession(sc, _ => None) {
      override lazy val locator: InputLocator = (ranges: JList[FileRange]) =>
        new ImmediateAnswers(ranges.asScala.map { range =>
          val replicas = JList.of(new Replica(hosts.node("a"), SSD))
          val block = new Block(range.length, replicas, new BlockId("world", range.start, 1))
          new RangeLocation(RangeLocation.State.LOCATED, JList.of(block), null)
        }.asJava)
    }
    Using.resource(new ExecutorPreferences(session.memory.get, session.faults, Duration.ofSeconds(5))) { preferences =>
      val named = NamedInput.of(session, sc.hadoopConfiguration, Some(preferences)).get
      try test(named, preferences)
      finally named.close()
    }
    session.close()
  }

  private def file(): Path = Files.write(directory.resolve("input"), Array.fill[Byte](1000)(1))

  @Test
  def theResourceManagerHearsOfNamedInput(): Unit = naming(file()) { (named, preferences) =>
    named.locate()
    preferences.open(Application, 1)
    named.tell()
    named.awaitHeard()

    val asks = coordinator.preferences.asScala.flatMap(_.getAsksList.asScala)
    assertThat(asks.flatMap(_.getPlacesList.asScala).map(_.getPlace).asJava).contains("a")
  }

  /** A stage begins before the coordinator knows the named input. */
  @Test
  def whatEndsBeforeItIsToldNeverCounts(): Unit = naming(file()) { (named, preferences) =>
    named.locate()
    named.end()
    preferences.open(Application, 1)
    named.tellNow()
    preferences.expect()
    preferences.decided()
    assertTrue(preferences.whenHeard().get())
    assertThat(coordinator.preferences).isEmpty()
  }

  @Test
  def aPathThatCannotBeReadCostsOneLine(): Unit = naming(directory.resolve("missing")) { (named, preferences) =>
    Using.resource(LogLines.of(classOf[FaultLog])) { log =>
      nothingIsSaid(named, preferences)
      assertThat(log.lines).hasSize(1)
      assertThat(log.lines.get(0)).contains("executors start where YARN puts them", "missing")
    }
  }

  @Test
  def anEmptyDirectoryCostsOneLine(): Unit = naming(directory) { (named, preferences) =>
    Using.resource(LogLines.of(classOf[NamedInput])) { log =>
      nothingIsSaid(named, preferences)
      assertThat(log.lines).hasSize(1)
      assertThat(log.lines.get(0)).contains("no blocks found at " + directory.toUri)
    }
  }

  private def nothingIsSaid(named: NamedInput, preferences: ExecutorPreferences): Unit = {
    named.locate()
    preferences.open(Application, 1)
    named.tell()
    named.awaitHeard()
    assertThat(coordinator.preferences).isEmpty()
  }

  /** The wait has a bound of its own; a coordinator that is away ends it before. */
  @Test
  def anAbsentCoordinatorHoldsNothingUp(): Unit = {
    coordinator.close()
    startsWithoutPreferences()
  }

  @Test
  def aSlowCoordinatorHoldsUpNoLongerThanTheBudget(): Unit = {
    coordinator.silent = true
    startsWithoutPreferences()
  }

  private def startsWithoutPreferences(): Unit = naming(file()) { (named, preferences) =>
    named.locate()
    preferences.open(Application, 1)
    named.tell()
    val start = System.nanoTime()
    named.awaitHeard()
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20))
  }
}
