package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.protocol.DeviceState;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.RunningSparkApp.Outcome;
import io.tiercel.testkit.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Agents measure how fast their devices are for one reader and for several, and a driver plans by that. The jars that ship, on real
 * processes.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class CurvesIT {
    private static final long SSD = 6L << 20;
    private static final long HDD = 4L << 20;
    private static final double OFF = 0.2;
    private static final double MIB = 1 << 20;

    /** Blocks of a MiB each: about 30 on each SSD, more on each disk. */
    private static final int BLOCKS = 96;

    private static final String FILE = "/curves";

    @RegisterExtension
    static final SharedCluster<MemoryWorld> CLUSTER = SharedCluster.of(
            MemoryWorld.class,
            "measures",
            () -> MemoryWorld.start(builder -> builder.ssdBytesPerSecond(SSD)
                    .hddBytesPerSecond(HDD)
                    .hdfsKey("tiercel.agent.curve", "true")
                    // This machine's other work may stop a measurement, or bend a curve. Both are measured again soon.
                    .hdfsKey("tiercel.agent.curve.share", "1")
                    .hdfsKey("tiercel.agent.curve.interval", "60s")));

    private static MemoryWorld world;
    private static long lines;

    @TempDir
    private Path records;

    @BeforeAll
    static void writeAndMeasure() throws IOException {
        world = CLUSTER.get();
        world.awaitIdle();
        lines = world.write(FILE, BLOCKS, (int) MIB);
        await("agents have measured their devices")
                .atMost(Duration.ofMinutes(4))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(CurvesIT::curvesAreThoseOfTheDevices);
    }

    private static void curvesAreThoseOfTheDevices() {
        assertThat(devices()).hasSize(2 * MemoryWorld.NODES).allSatisfy(device -> {
            double real = device.getStorageType().equals("SSD") ? SSD : HDD;
            assertThat(device.hasCurve()).isTrue();
            assertThat(device.getCurve().getOne()).isCloseTo(real, within(OFF * real));
            assertThat(device.getCurve().getMost()).isCloseTo(real, within(OFF * real));
            assertThat(device.getCurve().getLoss()).isZero();
        });
    }

    private static List<DeviceState> devices() {
        return world.status().stream()
                .flatMap(known -> known.getAgentsList().stream())
                .flatMap(agent -> agent.getDevicesList().stream())
                .toList();
    }

    /** Before an application has read the file. */
    @Test
    @Order(1)
    void measuredBytesDoNotStayInMemory() {
        await("what agents read to measure leaves the page cache")
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(world.resident(FILE)).isZero());
    }

    @Test
    @Order(2)
    void aDriverPlansByThem() throws IOException {
        Outcome outcome;
        try (Conductor conductor = new Conductor();
                RunningSparkApp app = world.submit(world.application(
                        conductor,
                        FILE,
                        records,
                        Map.of("spark.tiercel.policy", "tiercel", "spark.tiercel.coordinator", world.coordinator())))) {
            conductor.ready();
            conductor.go();
            assertThat(MemoryWorld.counted(conductor, BLOCKS).lines()).isEqualTo(lines);
            conductor.end();
            outcome = app.await();
        }
        assertThat(outcome.exitCode()).isZero();
        List<String> said = MemoryWorld.ours(outcome);
        said.forEach(System.out::println);
        assertThat(said).noneMatch(line -> line.contains("ERROR"));
        String told = said.stream()
                .filter(line -> line.contains("plans of reads count on what agents have measured"))
                .findFirst()
                .orElseThrow();
        isAbout(told, "SSD", SSD);
        isAbout(told, "HDD", HDD);
        // By the guesses the first plan would be done within a tenth of a second.
        double leastSeconds = BLOCKS * MIB / (MemoryWorld.NODES * (SSD + HDD)) / (1 + OFF);
        assertThat(firstPlanSeconds()).isGreaterThan(leastSeconds);
    }

    private static void isAbout(String told, String tier, double real) {
        Matcher values = Pattern.compile(
                        MemoryWorld.NODES + " " + tier
                                + " with (?:[0-9.]+ MiB to )?([0-9.]+) MiB/s for one reader and (?:[0-9.]+ MiB to )?([0-9.]+) MiB/s")
                .matcher(told);
        assertThat(values.find()).as(told).isTrue();
        assertThat(Double.parseDouble(values.group(1)) * MIB).isCloseTo(real, within(OFF * real));
        assertThat(Double.parseDouble(values.group(2)) * MIB).isCloseTo(real, within(OFF * real));
    }

    private double firstPlanSeconds() throws IOException {
        try (Stream<Path> files = Files.list(records)) {
            Path decisions = files.filter(file -> file.getFileName().toString().startsWith("decisions-"))
                    .findFirst()
                    .orElseThrow();
            String plan = Files.readAllLines(decisions).stream()
                    .filter(line -> line.contains("\"record\":\"reads\""))
                    .findFirst()
                    .orElseThrow();
            Matcher seconds = Pattern.compile("\"seconds\":([0-9.E-]+)").matcher(plan);
            assertThat(seconds.find()).as(plan).isTrue();
            return Double.parseDouble(seconds.group(1));
        }
    }
}
