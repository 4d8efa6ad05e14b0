package io.tiercel.bench.allocate;

import io.tiercel.allocate.ContainerAllocation;
import io.tiercel.allocate.ContainerRequest;
import io.tiercel.allocate.ContainerRequests;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Trident's algorithm 3: all containers of a job, three replicas of each block on random nodes and tiers, racks of 32. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgs = "-Xmx2g")
public class AllocationBenchmark {
    private static final int RACK = 32;
    private static final int REPLICAS = 3;

    /** Containers and nodes; each node has room for so many that all fit twice. The first is the paper's. */
    @Param({"1024x1024", "10000x1000", "100000x10000"})
    public String load = "";

    private List<ContainerRequest> requests = List.of();
    private ContainerAllocation allocation = new ContainerAllocation(new int[0], 0, 0);
    private int[] room = {};
    private int containers;

    @Setup
    public void generate() {
        int[] sizes = Arrays.stream(load.split("x")).mapToInt(Integer::parseInt).toArray();
        containers = sizes[0];
        int nodes = sizes[1];
        Random random = new Random(1);
        List<Task> tasks = IntStream.range(0, containers)
                .mapToObj(task -> Task.reading(new Block(
                        128,
                        random.ints(0, nodes)
                                .distinct()
                                .limit(REPLICAS)
                                .mapToObj(node -> new Replica(node, Tier.values()[random.nextInt(3)]))
                                .toList())))
                .toList();
        room = new int[nodes];
        Arrays.fill(room, 2 * ((containers + nodes - 1) / nodes));
        allocation = new ContainerAllocation(
                IntStream.range(0, nodes).map(node -> node / RACK).toArray(), 40, 100);
        requests = new ContainerRequests((block, replica) -> score(replica.tier()), node -> node / RACK, 40).of(tasks);
    }

    private static double score(Tier tier) {
        return switch (tier) {
            case MEMORY -> 1;
            case SSD -> 8;
            case HDD -> 20;
            case REMOTE -> 100;
        };
    }

    @Benchmark
    public int allocate() {
        return allocation.allocate(requests, room, containers).size();
    }
}
