package io.tiercel.suites.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.tiercel.testkit.YarnCluster;
import io.tiercel.testkit.process.ClusterException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The testkit's YARN; here, since only modules that depend on testkit-yarn have its class path. */
final class YarnClusterIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** One after the other, on one cluster: a container runs; a node fails and returns; the ResourceManager is killed. */
    @Test
    @Tag("slow")
    void aRealYarnRunsContainersAndComesBack() throws Exception {
        List<ProcessHandle> others = ProcessHandle.current().descendants().toList();
        Path workDir;
        List<ProcessHandle> all;
        try (YarnCluster cluster = YarnCluster.builder().nodes(2).racks(2).start()) {
            workDir = cluster.workDir();
            assertThat(cluster.hosts()).containsExactly("127.0.0.2", "127.0.0.3");
            assertThat(cluster.runningHosts()).isEqualTo(cluster.hosts());
            Path trace = workDir.resolve("trace");
            runMaster(cluster, "touch " + trace);
            assertThat(trace).as("what the container wrote").exists();

            cluster.killNodeManager(1);
            await().atMost(LIMIT).until(() -> cluster.runningHosts().equals(List.of("127.0.0.2")));
            cluster.startNodeManager(1);
            assertThat(cluster.runningHosts()).isEqualTo(cluster.hosts());

            cluster.restartResourceManager();
            assertThat(cluster.runningHosts()).isEqualTo(cluster.hosts());
            all = ProcessHandle.current()
                    .descendants()
                    .filter(process -> !others.contains(process))
                    .toList();
            assertThat(all).as("a ResourceManager and two NodeManagers").hasSize(3);
        }
        assertThat(all).noneMatch(ProcessHandle::isAlive);
        assertThat(workDir).doesNotExist();
    }

    @Test
    void aFailedStartSaysWhyInOneLineAndLeavesNothing() {
        long before = ProcessHandle.current().descendants().count();
        assertThatExceptionOfType(ClusterException.class)
                .isThrownBy(() -> YarnCluster.builder()
                        .key("yarn.resourcemanager.scheduler.class", "no.such.Scheduler")
                        .start())
                .withMessageContaining("the resource-manager ended")
                .withMessageContaining("no.such.Scheduler")
                .withMessageNotContaining("\n");
        assertThat(ProcessHandle.current().descendants().count()).isEqualTo(before);
    }

    @Test
    void aRackNeedsANode() {
        assertThatExceptionOfType(ClusterException.class)
                .isThrownBy(() -> YarnCluster.builder().nodes(1).racks(2).start())
                .withMessage("there must be at least one node per rack: 2 racks, 1 nodes");
    }

    /** Runs a command as an application's master. To YARN it fails, since it never registers. */
    private static void runMaster(YarnCluster cluster, String command) throws Exception {
        Configuration conf = new Configuration();
        cluster.conf().forEach(conf::set);
        try (YarnClient client = YarnClient.createYarnClient()) {
            client.init(conf);
            client.start();
            ApplicationSubmissionContext context = client.createApplication().getApplicationSubmissionContext();
            context.setAMContainerSpec(
                    ContainerLaunchContext.newInstance(Map.of(), Map.of(), List.of(command), Map.of(), null, Map.of()));
            context.setResource(Resource.newInstance(256, 1));
            context.setMaxAppAttempts(1);
            ApplicationId id = client.submitApplication(context);
            await().atMost(LIMIT)
                    .until(() ->
                            client.getApplicationReport(id).getYarnApplicationState() == YarnApplicationState.FAILED);
        }
    }
}
