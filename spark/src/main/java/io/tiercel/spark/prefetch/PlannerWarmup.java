package io.tiercel.spark.prefetch;

import io.tiercel.json.PlanRecords;
import io.tiercel.json.RecordedPlan;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchPlanner;
import io.tiercel.spark.event.PlanEventFactory;
import io.tiercel.spark.event.PlanEventFactory.BlockName;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A made-up stage that is planned for when the driver starts. Otherwise the first plan comes late, because the driver loads the planner's code
 * and interprets it. Has no other effect.
 */
final class PlannerWarmup {
    /** Plans of the stage; as many as the scheduler's warm-up makes. */
    static final int TIMES = 12;

    private static final int NODES = 4;
    private static final int BLOCKS = 48;
    private static final int SLOTS = 8;
    private static final long BLOCK = 128L << 20;
    private static final long MEMORY = BLOCK * BLOCKS;
    private static final double SSD_RATE = 500e6;
    private static final double HDD_RATE = 150e6;
    private static final double MEMORY_RATE = 4e9;
    private static final double REMOTE_RATE = 100e6;
    private static final double CPU_SECONDS = 0.5;

    private PlannerWarmup() {}

    /** Plans once, and describes the plan in a record and in an event. */
    static PrefetchPlan plan(PrefetchPlanner planner) {
        PrefetchProblem problem = stage();
        PrefetchPlan plan = planner.plan(problem);
        List<String> nodes = Collections.nCopies(NODES, "nowhere");
        RecordedPlan record = new RecordedPlan(
                new PlanRecords.About("warm-up", 0, 0, "made up", 0), planner.name(), problem, nodes, plan, "", 0);
        PlanRecords.line(record);
        PlanEventFactory.planned(record, "made up", 1, block -> new BlockName("made up", "nowhere", 0));
        return plan;
    }

    /** Every second block lies on HDDs only, so that some are worth prefetching. */
    private static PrefetchProblem stage() {
        List<SourceDevice> devices = IntStream.range(0, NODES)
                .boxed()
                .flatMap(node -> Stream.of(
                        new SourceDevice(node, Tier.SSD, SSD_RATE, 0), new SourceDevice(node, Tier.HDD, HDD_RATE, 0)))
                .toList();
        List<InputBlock> blocks = IntStream.range(0, BLOCKS)
                .mapToObj(block -> new InputBlock(BLOCK, replicas(block), InputBlock.NOT_COMING))
                .toList();
        List<JobTask> tasks = IntStream.range(0, BLOCKS)
                .mapToObj(block -> new JobTask(List.of(new BlockRead(block, BLOCK)), CPU_SECONDS))
                .toList();
        return new PrefetchProblem(
                devices,
                Collections.nCopies(NODES, MEMORY),
                Collections.nCopies(SLOTS, 0.0),
                blocks,
                tasks,
                new ReadRates(MEMORY_RATE, REMOTE_RATE),
                new PlanningTimes(0, 0, 0),
                ReadScores.TRIDENT);
    }

    /** Devices of a block: even numbers are SSDs, odd ones HDDs. */
    private static List<Integer> replicas(int block) {
        int first = 2 * (block % NODES);
        int hddOfNextNode = 2 * ((block + 1) % NODES) + 1;
        return List.of(block % 2 == 0 ? first + 1 : first, hddOfNextNode);
    }
}
