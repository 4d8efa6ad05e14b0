package io.tiercel.suites.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.coordinator.Coordinator;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.testkit.suites.SuiteRun;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The ResourceManager's own suites pass with our scheduler in the place of the Capacity Scheduler, while another application than theirs
 * has preferences: all our code is at work, and changes nothing for others.
 */
@Tag("slow")
final class ResourceManagerSuitesIT {
    private static final String PACKAGE = "org.apache.hadoop.yarn.server.resourcemanager.";
    private static final Path DIRECTORY = Path.of("target", "suites").toAbsolutePath();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TestCapacitySchedulerMultiNodes",
                "TestReservations",
                "TestContainerAllocation",
                "TestCapacitySchedulerAsyncScheduling",
                "TestApplicationPriority",
                "TestCapacityScheduler",
                "TestCapacitySchedulerSurgicalPreemption",
                "TestCapacitySchedulerLazyPreemption",
                "TestCapacitySchedulerMultiNodesWithPreemption",
                "TestCapacitySchedulerAutoCreatedQueuePreemption"
            })
    void suitePasses(String suite) throws Exception {
        String output = passes("scheduler.capacity." + suite);
        assertThat(output).contains("Tiercel: containers go by preferences that the coordinator ");
    }

    /** Which containers are preempted is decided beside the scheduler; these suites give the policies a scheduler that is not started. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "TestPreemptionForQueueWithPriorities",
                "TestProportionalCapacityPreemptionPolicy",
                "TestProportionalCapacityPreemptionPolicyForNodePartitions",
                "TestProportionalCapacityPreemptionPolicyForReservedContainers",
                "TestProportionalCapacityPreemptionPolicyInterQueueWithDRF",
                "TestProportionalCapacityPreemptionPolicyIntraQueue",
                "TestProportionalCapacityPreemptionPolicyIntraQueueFairOrdering",
                "TestProportionalCapacityPreemptionPolicyIntraQueueUserLimit",
                "TestProportionalCapacityPreemptionPolicyIntraQueueWithDRF",
                "TestProportionalCapacityPreemptionPolicyPreemptToBalance"
            })
    void suiteOfPreemptionPasses(String suite) throws Exception {
        passes("monitor.capacity." + suite);
    }

    /** Hadoop's tests wait by the clock, and one of them may come too late on a busy machine. If one alone fails, its suite is tried again. */
    private static String passes(String suite) throws Exception {
        List<String> jars = List.of(Files.readString(Path.of(System.getProperty("tiercel.yarn.tests")))
                .strip()
                .split(File.pathSeparator));
        Path directory = Files.createDirectories(DIRECTORY.resolve(suite));
        int places = SchedulerSwap.rewrite(testsOf(jars), directory.resolve("classes"));
        assertThat(places).as("places that name the scheduler").isPositive();
        try (Coordinator coordinator = ContainersByCostIT.coordinator()) {
            String address = "127.0.0.1:" + coordinator.address().getPort();
            prefer(address);
            Files.writeString(directory.resolve("core-site.xml"), site(address));
            SuiteRun run = run(suite, directory, jars);
            if (run.failed() == 1) {
                Path output = Files.writeString(directory.resolve("first-output.log"), run.output());
                System.out.println(suite + ": one test failed, tried again; see " + output);
                run = run(suite, directory, jars);
            }
            assertThat(run.failed()).as("failed, see %s", directory).isZero();
            assertThat(run.successful()).as("passed, see %s", directory).isPositive();
            return run.output();
        }
    }

    private static SuiteRun run(String suite, Path directory, List<String> jars) throws Exception {
        return SuiteRun.of(
                PACKAGE + suite,
                classPath(directory, jars),
                System.getProperty("tiercel.jdk.opens"),
                directory,
                Duration.ofMinutes(8));
    }

    private static Path testsOf(List<String> jars) {
        return jars.stream()
                .filter(jar -> jar.matches(".*hadoop-yarn-server-resourcemanager-[^/]*-tests\\.jar"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
    }

    private static void prefer(String coordinator) {
        try (TiercelClient client = new TiercelClient(ClientSettings.parse(coordinator, "nobody"))) {
            PreferRequest request = PreferRequest.newBuilder()
                    .setApplication("application_0_0000")
                    .setAttempt(1)
                    .addAsks(AskPreferences.newBuilder()
                            .addPlaces(PlaceScores.newBuilder().setPlace("somewhere")))
                    .build();
            assertThat(client.prefer(request).join().why()).isEmpty();
        }
    }

    /** Tokens name hosts, as these suites expect it. */
    private static String site(String coordinator) {
        return "<configuration>"
                + property("hadoop.security.token.service.use_ip", "false")
                + property("tiercel.yarn.coordinator", coordinator)
                + "</configuration>\n";
    }

    private static String property(String name, String value) {
        return "<property><name>" + name + "</name><value>" + value + "</value></property>";
    }

    private static List<String> classPath(Path directory, List<String> jars) {
        List<String> classPath = new ArrayList<>();
        classPath.add(directory.toString());
        classPath.add(directory.resolve("classes").toString());
        classPath.addAll(jars);
        classPath.add(System.getProperty("tiercel.bundle.yarn"));
        return classPath;
    }
}
