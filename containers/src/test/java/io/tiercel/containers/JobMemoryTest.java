package io.tiercel.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.ClientSettings;
import io.tiercel.client.FakeCoordinator;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class JobMemoryTest {
    private final HostRegistry hosts = new HostRegistry();
    private FakeCoordinator coordinator;
    private JobMemory memory;

    @BeforeEach
    void open() throws Exception {
        coordinator = new FakeCoordinator();
        memory = new JobMemory(ClientSettings.parse(coordinator.address(), "somebody"), "job_1", hosts);
    }

    @AfterEach
    void close() {
        memory.close();
        coordinator.close();
        hosts.close();
    }

    private Block block(int id) {
        return new Block(
                1,
                Stream.of("n1", "n2")
                        .map(host -> new Replica(hosts.node(host), Tier.HDD))
                        .toList(),
                new BlockId("pool", id, 1));
    }

    private Residency on(String host, Block block) {
        return memory.of(block, new Replica(hosts.node(host), Tier.HDD));
    }

    @Test
    void theCoordinatorSaysWhatIsInMemory() {
        Block block = block(7);
        long before = memory.generation();
        memory.watch(Map.of(0, List.of(block)));

        await().untilAsserted(() -> assertThat(on("n1", block)).isEqualTo(Residency.FULL));
        assertThat(on("n2", block)).isEqualTo(Residency.NONE);
        assertThat(memory.generation()).isGreaterThan(before);
    }

    @Test
    void inputIsRequestedAndGivenBackAsTasksFinish() {
        Path file = new Path("hdfs://name/7");
        memory.prefetch(List.of(new FileRange(file, 0, 5), new FileRange(file, 5, 5)));
        memory.watch(Map.of(0, List.of(block(7)), 1, List.of(block(7), block(8))));
        memory.begun(List.of(0));
        memory.finished(List.of(0));
        memory.begun(List.of(1));
        memory.finished(List.of(1));
        await().untilAsserted(() -> assertThat(coordinator.heard)
                .contains("prefetch hdfs://name/7 EVICT_AFTER_READ", "begun 7", "begun 8", "read 7", "read 8"));

        memory.close();
        await().untilAsserted(() -> assertThat(coordinator.heard).contains("release job_1"));
        assertThat(coordinator.heard.stream().filter("read 7"::equals)).hasSize(1);
    }

    @Test
    void tasksThatFinishedBeforeTheirInputWasLocatedCount() {
        memory.begun(List.of(0, 1));
        memory.finished(List.of(0));
        memory.watch(Map.of(0, List.of(block(7)), 1, List.of(block(8))));

        await().untilAsserted(() -> assertThat(coordinator.heard).contains("read 7", "begun 8"));
        assertThat(coordinator.heard).doesNotContain("read 8");
    }

    @Test
    void nothingIsInMemoryWhileTheCoordinatorIsAway() {
        Block block = block(7);
        memory.watch(Map.of(0, List.of(block)));
        await().untilAsserted(() -> assertThat(on("n1", block)).isEqualTo(Residency.FULL));

        coordinator.close();
        await().untilAsserted(() -> assertThat(on("n1", block)).isEqualTo(Residency.NONE));
    }
}
