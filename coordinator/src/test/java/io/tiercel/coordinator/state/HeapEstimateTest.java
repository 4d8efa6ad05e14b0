package io.tiercel.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.coordinator.FakeFiles;
import io.tiercel.coordinator.state.CoordinatorState.Terms;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ReplicaPlace;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The heap that the state takes is at most what it is estimated to take: else a share of the heap would be no bound. */
class HeapEstimateTest {
    private static final int BLOCKS = 50_000;
    private static final long BLOCK = 1 << 20;
    private static final List<ReplicaPlace> PLACES =
            List.of(FakeFiles.on("n0"), FakeFiles.on("n1"), FakeFiles.on("n2"));

    private final FakeTime time = new FakeTime();
    private final CoordinatorState state = new CoordinatorState(
            new StateSettings(
                    new MigrationSettings(
                            1_000_000_000L, 60_000_000_000L, 0, EstimatorSettings.DEFAULT, 30_000_000_000L),
                    "dyrs",
                    "ageing",
                    Duration.ofDays(1).toNanos(),
                    10_000_000,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    0),
            time.clock(),
            1);
    private final List<ResidencyFeed> feeds = new ArrayList<>();

    private long start;
    private long used;
    private long estimated;

    private void join() {
        for (ReplicaPlace place : PLACES) {
            new FakeAgent(state, place.node(), BLOCKS * BLOCK, true).register();
        }
        used = used();
        start = used;
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void check(String what) {
        long more = used() - used;
        long expected = state.heapBytes() - estimated;
        System.out.printf("%s: %d bytes of heap, estimated at %d%n", what, more / BLOCKS, expected / BLOCKS);
        assertThat(more).as(what).isLessThanOrEqualTo(expected);
        used += more;
        estimated += expected;
    }

    private static ResolvedFile file(int number, int blocks) {
        List<FileBlock> all = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            all.add(new FileBlock(new BlockId("pool", (long) number * blocks + i, 1), i * BLOCK, BLOCK, PLACES));
        }
        String path = "/user/warehouse/table/part-" + number + "-00000000.parquet";
        return new ResolvedFile(new SourceFile(path, number, blocks * BLOCK, 0), all);
    }

    private void hint(String job, int blocksEach) {
        for (int i = 0; i < BLOCKS / blocksEach; i++) {
            state.hint(
                    new JobId("alice", job),
                    List.of(file(i, blocksEach)),
                    new Terms(EvictionMode.EXPLICIT, OptionalLong.empty(), OptionalLong.empty(), HintMark.NONE));
        }
    }

    private void watch() {
        ResidencyFeed feed = new ResidencyFeed("alice");
        feeds.add(feed);
        for (int i = 0; i < BLOCKS; i++) {
            state.watch(feed, Map.of(new BlockId("pool", i, 1), List.of("n0.example", "n1.example", "n2.example")));
        }
    }

    @Test
    void filesClaimsAndWatchersTakeNoMoreThanEstimated() {
        join();

        hint("job", 1);
        check("a file of one block");
        hint("second", 1);
        check("another job that hints it");
        watch();
        check("a watched block");
        watch();
        check("another watcher");
        assertThat(used - start).as("an estimate that is far too high").isGreaterThan(estimated / 4);
        assertThat(state.blocks()).isEqualTo(BLOCKS);
    }

    /** Names that callers make up are as long as may be, and each of its own. */
    @Test
    void hostsThatCallersMakeUpTakeNoMoreThanEstimated() {
        join();

        ResidencyFeed feed = new ResidencyFeed("alice");
        feeds.add(feed);
        for (int i = 0; i < BLOCKS; i++) {
            List<String> hosts = new ArrayList<>();
            for (int host = 0; host < ResidencyFeed.MOST_HOSTS; host++) {
                // Hosts of the same name, but a string of its own, as messages bring it.
                hosts.add(new String("host-" + host));
            }
            hosts.set(0, "x".repeat(240) + i);
            state.watch(feed, Map.of(new BlockId("pool", i, 1), hosts));
        }

        check("a watched block on many hosts");
        state.close(feed);
        time.pass(Duration.ofSeconds(1));
        state.tick();
        assertThat(state.heapBytes()).isZero();
    }

    /** Each gives back what it has hinted, and goes on. */
    @Test
    void jobsWithoutClaimsTakeNoMoreThanEstimated() {
        join();

        ResolvedFile file = file(0, 1);
        for (int i = 0; i < BLOCKS; i++) {
            JobId job = new JobId("user" + i, "x".repeat(190) + i);
            state.hint(
                    job,
                    List.of(file),
                    new Terms(EvictionMode.EXPLICIT, OptionalLong.empty(), OptionalLong.empty(), HintMark.NONE));
            state.release(job, List.of(new PathSelection(file.path(), List.of())));
        }

        check("a job without claims");
        time.pass(Duration.ofMinutes(2));
        state.tick();
        assertThat(state.heapBytes()).isZero();
    }

    @Test
    void blocksOfLargeFilesTakeNoMoreThanEstimated() {
        join();

        hint("job", 1_000);

        check("a block of a large file");
        assertThat(state.blocks()).isEqualTo(BLOCKS);
    }
}
