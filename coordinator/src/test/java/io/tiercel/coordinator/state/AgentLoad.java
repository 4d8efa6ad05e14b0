package io.tiercel.coordinator.state;

import io.tiercel.coordinator.FakeFiles;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** How long a round of reports of many agents takes, while their blocks come in and once they are there. One thread, no network. */
final class AgentLoad {
    private static final long BLOCK = 128L << 20;
    private static final int BLOCKS_PER_FILE = 1_000;

    private final FakeTime time = new FakeTime();
    private final CoordinatorState state;
    private final List<FakeAgent> agents = new ArrayList<>();

    AgentLoad(int nodes, int blocks, long seed) {
        state = new CoordinatorState(
                new StateSettings(
                        new MigrationSettings(
                                1_000_000_000L, 60_000_000_000L, 0, EstimatorSettings.DEFAULT, 30_000_000_000L),
                        "dyrs",
                        "ageing",
                        Duration.ofDays(1).toNanos(),
                        2 * blocks,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        0),
                time.clock(),
                seed);
        for (int i = 0; i < nodes; i++) {
            agents.add(new FakeAgent(state, "n" + i, 4 * BLOCK * blocks / nodes, true).register());
        }
        List<ReplicaPlace> places = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            places.add(FakeFiles.on("n" + i));
        }
        SplittableRandom random = new SplittableRandom(seed);
        for (int first = 0; first < blocks; first += BLOCKS_PER_FILE) {
            state.hint(
                    new JobId("user", "job"),
                    List.of(file(first, Math.min(BLOCKS_PER_FILE, blocks - first), places, random)),
                    new CoordinatorState.Terms(
                            EvictionMode.EXPLICIT,
                            OptionalLong.empty(),
                            OptionalLong.of(Duration.ofDays(1).toNanos()),
                            HintMark.NONE));
        }
    }

    /** Each block with three replicas anywhere. */
    private static ResolvedFile file(int number, int count, List<ReplicaPlace> places, SplittableRandom random) {
        List<FileBlock> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            List<ReplicaPlace> three = random.ints(0, places.size())
                    .distinct()
                    .limit(3)
                    .mapToObj(places::get)
                    .toList();
            all.add(new FileBlock(new BlockId("pool", number + i, 1), i * BLOCK, BLOCK, three));
        }
        return new ResolvedFile(new SourceFile("/f" + number, number, count * BLOCK, 0), all);
    }

    /** All agents report once, and do what they are told; nanoseconds of wall time. */
    long round() {
        time.pass(Duration.ofSeconds(1));
        long start = System.nanoTime();
        state.tick();
        agents.forEach(FakeAgent::exchange);
        long taken = System.nanoTime() - start;
        agents.forEach(agent -> agent.work(80_000_000));
        return taken;
    }

    long resident() {
        return state.status().getJobs(0).getBlocks().getResident();
    }

    /** Arguments: agents, blocks. */
    public static void main(String[] arguments) {
        int nodes = Integer.parseInt(arguments[0]);
        int blocks = Integer.parseInt(arguments[1]);
        AgentLoad load = new AgentLoad(nodes, blocks, 1);
        long slowest = 0;
        long sum = 0;
        int rounds = 0;
        while (load.resident() < blocks && rounds < 10_000) {
            long taken = load.round();
            slowest = Math.max(slowest, taken);
            sum += taken;
            rounds++;
        }
        System.out.printf(
                "%d agents, %d blocks: %d of them in after %d rounds; a round took %.1f ms, the slowest %.1f ms%n",
                nodes, blocks, load.resident(), rounds, sum / 1e6 / rounds, slowest / 1e6);
        long steady = 0;
        for (int i = 0; i < 20; i++) {
            steady += load.round();
        }
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.printf(
                "steady: a round took %.1f ms; heap in use %d MiB (agents and their lists included)%n",
                steady / 20 / 1e6, (runtime.totalMemory() - runtime.freeMemory()) >> 20);
    }
}
