package io.tiercel.suites.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.TiercelClient;
import io.tiercel.coordinator.Coordinator;
import io.tiercel.testkit.YarnCluster;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real daemons that fail while applications have preferences, one after the other on one cluster. */
final class ContainerFaultsIT {
    private static final String STATE = "yarn.resourcemanager.";
    private static final String STORE = "org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore";

    @TempDir
    private Path directory;

    @Test
    void faultsCostNoContainers() throws Exception {
        try (Coordinator coordinator = ContainersByCostIT.coordinator();
                YarnCluster cluster = cluster(coordinator);
                TiercelClient client = ContainersByCostIT.client(coordinator, UnmanagedApplication.user())) {
            theResourceManagerIsRestartedInMidJob(cluster, client);
            aNodeIsLost(cluster, client);
            theCoordinatorIsGone(cluster, client, coordinator);
        }
    }

    private YarnCluster cluster(Coordinator coordinator) {
        return ContainersByCostIT.builder(ContainersByCostIT.OURS, coordinator, true)
                .key(STATE + "recovery.enabled", "true")
                .key(STATE + "store.class", STORE)
                .key(
                        STATE + "fs.state-store.uri",
                        directory.resolve("state").toUri().toString())
                .key(STATE + "work-preserving-recovery.scheduling-wait-ms", "0")
                .key("tiercel.yarn.stale", "2s")
                .start();
    }

    /** The application says nothing again: the ResourceManager asks the coordinator. */
    private static void theResourceManagerIsRestartedInMidJob(YarnCluster cluster, TiercelClient client)
            throws Exception {
        try (UnmanagedApplication application = UnmanagedApplication.start(cluster.conf())) {
            ContainersByCostIT.prefer(client, application, ContainersByCostIT.SCORES_OF_TWO_ON_ONE);
            cluster.restartResourceManager();
            application.register();
            await().atMost(ContainersByCostIT.LIMIT)
                    .until(() -> !ContainersByCostIT.log(cluster, "Tiercel: containers go by preferences")
                            .isEmpty());
            assertThat(application.grants(ContainersByCostIT.TWO_ON_ONE))
                    .as("after a restart")
                    .isEqualTo(ContainersByCostIT.CHEAPEST_OF_TWO_ON_ONE);
        }
    }

    /** Memory was there. What is next is an SSD, then HDDs, a node each. */
    private static void aNodeIsLost(YarnCluster cluster, TiercelClient client) throws Exception {
        cluster.killNodeManager(0);
        await().atMost(ContainersByCostIT.LIMIT)
                .until(() -> cluster.runningHosts().size() == cluster.hosts().size() - 1);
        assertThat(ContainersByCostIT.grants(
                        cluster, client, ContainersByCostIT.TWO_ON_ONE, ContainersByCostIT.SCORES_OF_TWO_ON_ONE))
                .as("without the best node")
                .isEqualTo(Map.of(ContainersByCostIT.N2, 1, ContainersByCostIT.N4, 2));
    }

    private static void theCoordinatorIsGone(YarnCluster cluster, TiercelClient client, Coordinator coordinator)
            throws Exception {
        try (UnmanagedApplication application = UnmanagedApplication.start(cluster.conf())) {
            ContainersByCostIT.prefer(client, application, ContainersByCostIT.SCORES_OF_TWO_ON_ONE);
            coordinator.close();
            await().atMost(ContainersByCostIT.LIMIT)
                    .until(() -> ContainersByCostIT.log(cluster, "Tiercel: containers go as by YARN until")
                                    .size()
                            == 1);
            int granted = application.grants(ContainersByCostIT.TWO_ON_ONE).values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            assertThat(granted).as("containers without a coordinator").isEqualTo(3);
        }
        assertThat(ContainersByCostIT.log(cluster, "Tiercel: containers go as by YARN until"))
                .hasSize(1);
        assertThat(ContainersByCostIT.log(cluster, "goes as by YARN, because of"))
                .isEmpty();
    }
}
