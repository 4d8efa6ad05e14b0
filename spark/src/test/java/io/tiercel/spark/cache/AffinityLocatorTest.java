package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.Mounts;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation.State;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AffinityLocatorTest {
    private static final long MIB = 1 << 20;

    private final HostRegistry registry = new HostRegistry();
    private final AffinityHosts hosts = new AffinityHosts(false);
    private final AffinityLocator locator = new AffinityLocator(
            new SharedPaths(Mounts.NONE),
            registry,
            hosts,
            ranges -> new AffinityLocations(ranges, registry, new AffinityHosts(false), MIB));

    @AfterEach
    void close() {
        registry.close();
    }

    private static FileRange range(String path, long start, long length) {
        return new FileRange(new Path(path), start, length);
    }

    private static List<FileRange> files(int count) {
        return IntStream.range(0, count)
                .mapToObj(file -> range("s3a://b/f" + file, 0, MIB))
                .toList();
    }

    private static List<Integer> nodes(RangeLocations locations, int ranges) {
        return IntStream.range(0, ranges)
                .mapToObj(range ->
                        locations.known(range).blocks().get(0).replicas().get(0).node())
                .toList();
    }

    @Test
    void partsAreLocatedAtOnceWhateverTheCachesHold() {
        hosts.added("1", "a");
        RangeLocations locations = locator.locate(List.of(range("s3a://b/f", 100, 300 * MIB)));
        assertThat(locations.pending()).isZero();
        assertThat(locations.await(Duration.ZERO)).isTrue();
        assertThat(locations.known(0).state()).isEqualTo(State.LOCATED);
        assertThat(locations.known(0).blocks())
                .extracting(Block::bytes)
                .as("chunks of 128 MiB from the file's beginning")
                .containsExactly(128 * MIB - 100, 128 * MIB, 44 * MIB + 100);
        assertThat(locations.known(0).blocks()).allSatisfy(block -> assertThat(block.replicas())
                .containsExactly(new Replica(registry.node("a"), Tier.SSD)));
    }

    @Test
    void chunksOfAFileGoToSeveralHosts() {
        IntStream.range(0, 4).forEach(host -> hosts.added("executor" + host, "host" + host));
        RangeLocations locations = locator.locate(List.of(range("s3a://b/f", 0, 100 * 128 * MIB)));
        assertThat(locations.known(0).blocks().stream()
                        .map(block -> block.replicas().get(0).node())
                        .distinct())
                .hasSize(4);
    }

    @Test
    void anExecutorThatComesOrGoesMovesOnlyItsShare() {
        hosts.added("1", "a");
        hosts.added("2", "b");
        RangeLocations locations = locator.locate(files(200));
        List<Integer> before = nodes(locations, 200);
        long generation = locations.generation();

        hosts.added("3", "B");
        assertThat(locations.generation()).as("the same host").isEqualTo(generation);
        hosts.added("4", "c");
        assertThat(locations.generation()).isGreaterThan(generation);
        List<Integer> joined = nodes(locations, 200);
        int moved = 0;
        for (int file = 0; file < 200; file++) {
            if (!joined.get(file).equals(before.get(file))) {
                assertThat(joined.get(file)).isEqualTo(registry.node("c"));
                moved++;
            }
        }
        assertThat(moved).isBetween(40, 95);

        hosts.removed("4");
        assertThat(nodes(locations, 200)).isEqualTo(before);
        hosts.removed("2");
        assertThat(nodes(locations, 200)).as("an executor of b is left").isEqualTo(before);
        hosts.removed("3");
        assertThat(nodes(locations, 200)).containsOnly(registry.node("a"));
    }

    @Test
    void withoutExecutorsNothingHasALocation() {
        RangeLocations locations = locator.locate(files(1));
        assertThat(locations.known(0).blocks()).extracting(Block::replicas).containsExactly(List.of());
        hosts.removed("unknown");
        hosts.added("1", "a");
        assertThat(nodes(locations, 1)).containsExactly(registry.node("a"));
    }

    @Test
    void otherInputIsLeftToTheOtherLocator() {
        hosts.added("1", "a");
        RangeLocations both = locator.locate(List.of(range("hdfs://n/f", 0, 10), range("s3a://b/f", 0, 10)));
        assertThat(both.known(0).blocks().get(0).replicas()).isEmpty();
        assertThat(both.known(1).blocks().get(0).replicas()).hasSize(1);
        RangeLocations theirs = locator.locate(List.of(range("hdfs://n/f", 0, 10)));
        assertThat(theirs.known(0).blocks().get(0).replicas()).isEmpty();
    }

    @Test
    void podsThatShareTheirNodesCacheAreOneHost() {
        AffinityHosts pods = new AffinityHosts(true);
        pods.isOn("1", "worker-1"); // May be heard first.
        pods.added("1", "10.244.1.7");
        pods.added("2", "10.244.1.8");
        assertThat(pods.ring().hosts().hosts()).containsExactlyInAnyOrder("worker-1", "10.244.1.8");
        pods.isOn("2", "worker-1");
        assertThat(pods.ring().hosts().hosts()).containsExactly("worker-1");
        pods.removed("1");
        pods.removed("2");
        assertThat(pods.ring().hosts().hosts()).isEmpty();

        hosts.added("1", "10.244.1.7");
        hosts.isOn("1", "worker-1");
        assertThat(hosts.ring().hosts().hosts())
                .as("each pod has a cache of its own")
                .containsExactly("10.244.1.7");
    }
}
