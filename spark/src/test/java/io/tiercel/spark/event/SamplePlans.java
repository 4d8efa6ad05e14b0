package io.tiercel.spark.event;

import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.ClusterLoad;
import io.tiercel.plan.dispatch.ClusterModel;
import io.tiercel.plan.dispatch.Dispatch;
import io.tiercel.plan.dispatch.PlannedStage;
import io.tiercel.plan.dispatch.StageInputs;
import io.tiercel.plan.dispatch.Throughput;
import io.tiercel.spark.account.PlanStatistics;
import io.tiercel.spark.account.StageStatistics;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/** Stages under policy {@code tiercel}: the real plan, carried out by tasks whose times are drawn by the stage's number. */
public final class SamplePlans {
    private static final double BLOCK = 128 << 20;
    private static final int TASKS_OF_A_NODE = 20;
    private static final int SLOTS = 4;
    private static final Tier[] TIERS = {Tier.MEMORY, Tier.SSD, Tier.HDD};
    private static final double[] MIB_PER_SECOND = {3_200, 400, 120};
    private static final double STEP = 0.1;

    private final Random random;
    private final int nodes;
    private final StageInputs inputs;
    private final PlannedStage plan;
    private final PlanStatistics counts;
    private final int[] free;
    private final PriorityQueue<Running> running = new PriorityQueue<>(Comparator.comparingDouble(Running::end));

    private record Running(Dispatch.Start start, double since, double end) {}

    /** Each node has a device of each tier. */
    private enum Devices implements PlanStatistics.Devices {
        ALL;

        @Override
        public Tier tier(int device) {
            return TIERS[device % TIERS.length];
        }

        @Override
        public String name(int device) {
            return tier(device) + " of <node-" + device / TIERS.length + ">";
        }
    }

    private SamplePlans(int stage, int tasks) {
        this.random = new Random(stage);
        this.nodes = Math.max(2, tasks / TASKS_OF_A_NODE);
        this.inputs = inputs(tasks);
        this.free = new int[nodes];
        Arrays.fill(free, SLOTS);
        this.plan = new PlannedStage(inputs, new ClusterLoad(cluster(), free.clone()), 3, 0);
        this.counts = new PlanStatistics(new StageStatistics.Stage(stage, 0, "count"), Devices.ALL, tasks * BLOCK, 0);
    }

    /** The event of a stage of so many tasks; if it is not over, half of them have ended. */
    public static DeviceReads reads(int stage, int tasks, boolean over) {
        return new SamplePlans(stage, tasks).run(over ? 0 : tasks / 2, over);
    }

    private ClusterModel cluster() {
        int[] nodeOf = new int[TIERS.length * nodes];
        Throughput[] throughput = new Throughput[nodeOf.length];
        for (int device = 0; device < nodeOf.length; device++) {
            nodeOf[device] = device / TIERS.length;
            double rate = MIB_PER_SECOND[device % TIERS.length] * (1 << 20);
            throughput[device] = new Throughput(rate, 2 * rate, 0);
        }
        return new ClusterModel(nodeOf, throughput, new int[nodes], 1e9);
    }

    /** A tenth of the blocks are in memory, a third have a replica on an SSD, one in fifty is nowhere. */
    private StageInputs inputs(int tasks) {
        StageInputs.Builder builder = new StageInputs.Builder();
        for (int task = 0; task < tasks; task++) {
            builder.task(BLOCK, 0.4);
            int first = random.nextInt(nodes);
            int second = (first + 1 + random.nextInt(nodes - 1)) % nodes;
            if (task % 50 != 49) {
                int tier = random.nextInt(10) == 0 ? 0 : random.nextInt(3) == 0 ? 1 : 2;
                builder.option(first).reads(TIERS.length * first + tier, BLOCK);
                builder.option(second).reads(TIERS.length * second + 2, BLOCK);
            }
        }
        return builder.build();
    }

    private DeviceReads run(int leave, boolean over) {
        int left = inputs.tasks();
        double now = 0;
        while (left > leave) {
            Dispatch round = plan.round(free, node -> true, new int[0], now);
            for (int node = 0; node < nodes; node++) {
                for (Dispatch.Start start = round.start(node, task -> true);
                        start != null;
                        start = round.start(node, task -> true)) {
                    counts.started(start.reason());
                    running.add(new Running(start, now, now + 0.5 + random.nextDouble()));
                }
            }
            double at = now;
            plan.plannedReads().ifPresent(reads -> counts.planned(reads, at));
            now += STEP;
            while (!running.isEmpty() && running.peek().end() <= now) {
                end(running.remove(), now);
                left--;
            }
        }
        return counts.snapshot(over, 12_345, now).event();
    }

    private void end(Running task, double now) {
        free[task.start().node()]++;
        double seconds = now - task.since();
        counts.ended(
                plan.ended(task.start().task(), now, seconds / 2, seconds / 2, 1)
                        .orElse(null),
                now);
    }
}
