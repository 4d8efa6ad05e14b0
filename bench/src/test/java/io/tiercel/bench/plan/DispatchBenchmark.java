package io.tiercel.bench.plan;

import io.tiercel.plan.dispatch.ClusterLoad;
import io.tiercel.plan.dispatch.ClusterModel;
import io.tiercel.plan.dispatch.Dispatch;
import io.tiercel.plan.dispatch.PlannedStage;
import io.tiercel.plan.dispatch.StageInputs;
import io.tiercel.plan.dispatch.Throughput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Rounds of a planned stage on a busy cluster: what a scheduler does under its lock. Each node has four slots, an SSD and an HDD; of each
 * task's three replicas one is on an SSD. Ended tasks wait again, so that the stage never ends. Large programs are solved between rounds, as
 * in the background of an engine; they are built within.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-Xmx4g")
public class DispatchBenchmark {
    private static final int SLOTS = 4;
    private static final double BYTES = 128e6;
    private static final double LEAST_HOLD = 3;

    @Param({"10000x1000", "100000x10000"})
    public String stage = "";

    /** Tasks that end before a round. */
    @Param({"1", "1000"})
    public int ends;

    private final Deque<Runnable> background = new ArrayDeque<>();
    private List<Deque<Integer>> running = new ArrayList<>();
    private PlannedStage planned = empty();
    private int[] free = {};
    private int next;
    private double now;

    private static PlannedStage empty() {
        ClusterModel none = new ClusterModel(new int[0], new Throughput[0], new int[0], 1);
        return new PlannedStage(new StageInputs.Builder().build(), new ClusterLoad(none, new int[0]), LEAST_HOLD, 0);
    }

    @Setup
    public void begin() {
        String[] shape = stage.split("x");
        int tasks = Integer.parseInt(shape[0]);
        int nodes = Integer.parseInt(shape[1]);
        Random random = new Random(1);
        int[] nodeOf = new int[2 * nodes];
        Throughput[] devices = new Throughput[2 * nodes];
        for (int device = 0; device < nodeOf.length; device++) {
            nodeOf[device] = device / 2;
            devices[device] = device % 2 == 0 ? new Throughput(400e6, 800e6, 0) : new Throughput(160e6, 160e6, 0.3);
        }
        StageInputs.Builder reads = new StageInputs.Builder();
        for (int task = 0; task < tasks; task++) {
            reads.task(BYTES, 1);
            int[] on = random.ints(0, nodes).distinct().limit(3).toArray();
            for (int replica = 0; replica < on.length; replica++) {
                reads.option(on[replica]).reads(2 * on[replica] + (replica == 0 ? 0 : 1), BYTES);
            }
        }
        free = new int[nodes];
        Arrays.fill(free, SLOTS);
        ClusterLoad load = new ClusterLoad(new ClusterModel(nodeOf, devices, new int[nodes], 1.25e9), free.clone());
        planned = new PlannedStage(reads.build(), load, LEAST_HOLD, background::add, 0);
        running = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            running.add(new ArrayDeque<>());
        }
        round();
        between();
        round();
    }

    /** Tasks end, a tenth of a second after the last round. */
    @Setup(Level.Invocation)
    public void between() {
        while (!background.isEmpty()) {
            background.poll().run();
        }
        now += 0.1;
        for (int ended = 0; ended < ends; ) {
            next = (next + 1) % running.size();
            Integer task = running.get(next).poll();
            if (task == null) {
                if (running.stream().allMatch(Deque::isEmpty)) {
                    return;
                }
                continue;
            }
            planned.ended(task, now, 0.5, 1, 1);
            planned.pending(task);
            free[next]++;
            ended++;
        }
    }

    /** All nodes are asked, as in a round of all offers. */
    @Benchmark
    public int round() {
        Dispatch round = planned.round(free, node -> true, new int[0], now);
        int starts = 0;
        for (int node = 0; node < free.length; node++) {
            while (free[node] > 0) {
                Dispatch.Start start = round.start(node, task -> true);
                if (start == null) {
                    break;
                }
                running.get(node).add(start.task());
                starts++;
            }
        }
        return starts;
    }
}
