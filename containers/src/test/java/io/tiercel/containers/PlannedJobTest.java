package io.tiercel.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.host.HostRegistry.DataNodeSighting;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Whole jobs on four nodes that run one task at a time, as in the demo's scene: each block has a copy on one node's SSD and on two other
 * nodes' HDDs, and tasks compute for longer than they read. No SSD is crowded, so the plan has no reason to be worse than the matching.
 */
final class PlannedJobTest {
    private static final int NODES = 4;
    private static final int TASKS = 20;
    private static final int JOBS = 20;
    private static final long BYTES = 8 << 20;

    /** Seconds of simulated time. */
    private double now;

    @Test
    void aPlanReadsFromSsdAsMatchingDoes() {
        int matched = IntStream.range(0, JOBS)
                .map(seed -> readsFromSsd("trident", seed))
                .sum();
        int planned = IntStream.range(0, JOBS)
                .map(seed -> readsFromSsd("tiercel", seed))
                .sum();

        assertThat(matched).isGreaterThan(JOBS * TASKS * 95 / 100);
        assertThat(planned).as("of %d", JOBS * TASKS).isGreaterThanOrEqualTo(matched - JOBS * TASKS / 100);
    }

    /** Plays a job, and counts its tasks that read from SSD. */
    private int readsFromSsd(String policy, int seed) {
        Random random = new Random(seed);
        now = 0;
        try (HostRegistry hosts = new HostRegistry()) {
            hosts.learn(IntStream.range(0, NODES)
                    .mapToObj(node ->
                            new DataNodeSighting(name(node), "10.0.0." + node + ":1", "/a/10.0.0." + node + ":1"))
                    .toList());
            FakeLocations locations = new FakeLocations(TASKS);
            TaskInput input = new TaskInput(hosts, CostModel.trident(), PlannedRoundsTest.NO_NEWS);
            SortedMap<Integer, List<FileRange>> files = new TreeMap<>();
            IntStream.range(0, TASKS)
                    .forEach(task -> files.put(task, List.of(new FileRange(new Path("hdfs://h/" + task), 0, BYTES))));
            input.add(files, locations);
            List<List<Integer>> holders = new ArrayList<>();
            for (int task = 0; task < TASKS; task++) {
                holders.add(holders(task, random));
                locations.located(task, block(task, holders.get(task), hosts));
            }
            JobPlans job =
                    new JobPlans(hosts, () -> CompletableFuture.completedFuture(Optional.empty()), Runnable::run, () ->
                            (long) (now * 1e9));
            AssignmentPolicy named = AssignmentPolicies.named(policy);
            StageReads reads = named.plansStages() ? job.stage(input) : null;
            return play(new ContainerRounds(named, hosts), input, reads, hosts, holders, random);
        }
    }

    private int play(
            ContainerRounds rounds,
            TaskInput input,
            @Nullable StageReads reads,
            HostRegistry hosts,
            List<List<Integer>> holders,
            Random random) {
        TreeSet<Integer> left = new TreeSet<>(IntStream.range(0, TASKS).boxed().toList());
        Map<Integer, Integer> running = new HashMap<>();
        double[] busyUntil = new double[NODES];
        int fromSsd = 0;
        for (; !left.isEmpty(); now++) {
            List<Integer> free = IntStream.range(0, NODES)
                    .filter(node -> busyUntil[node] <= now)
                    .boxed()
                    .toList();
            if (free.isEmpty()) {
                continue;
            }
            if (reads != null) {
                reads.finished(free.stream()
                        .filter(running::containsKey)
                        .map(running::get)
                        .toList());
            }
            List<WaitingTask> waiting = left.stream()
                    .map(task -> new WaitingTask(
                            task,
                            holders.get(task).stream().map(PlannedJobTest::name).toList()))
                    .toList();
            ContainerRounds.Round round = rounds.decide(
                            input,
                            reads,
                            free.stream().map(PlannedJobTest::name).toList(),
                            waiting,
                            free.size(),
                            () -> false)
                    .orElseThrow();
            Map<Integer, Integer> started = new HashMap<>();
            for (Placement placement : round.placements()) {
                int node = free.get(placement.container());
                int task = waiting.get(placement.waiting()).task();
                boolean isOnSsd = holders.get(task).get(0) == node;
                fromSsd += isOnSsd ? 1 : 0;
                busyUntil[node] = now + 4 + (isOnSsd ? 2 : 8) + 5 * random.nextDouble();
                running.put(node, task);
                started.put(task, hosts.node(name(node)));
                left.remove(task);
            }
            if (reads != null) {
                reads.carriedOut(started);
            }
        }
        return fromSsd;
    }

    private static String name(int node) {
        return "n" + node;
    }

    /** The node with the copy on SSD, then those with copies on HDD. */
    private static List<Integer> holders(int task, Random random) {
        List<Integer> others = new ArrayList<>(IntStream.range(0, NODES)
                .filter(node -> node != task % NODES)
                .boxed()
                .toList());
        Collections.shuffle(others, random);
        return List.of(task % NODES, others.get(0), others.get(1));
    }

    private static Block block(int task, List<Integer> holders, HostRegistry hosts) {
        List<Replica> replicas = holders.stream()
                .map(node -> {
                    Tier tier = node.equals(holders.get(0)) ? Tier.SSD : Tier.HDD;
                    return new Replica(hosts.node(name(node)), tier, Residency.NONE, hosts.volume(name(node) + tier));
                })
                .toList();
        return new Block(BYTES, replicas, new BlockId("pool", task, 1));
    }
}
