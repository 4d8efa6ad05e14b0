package io.tiercel.spark.event;

import static io.tiercel.prefetch.InputBlock.NOT_COMING;

import io.tiercel.json.PlanRecords;
import io.tiercel.json.RecordedPlan;
import io.tiercel.model.BlockId;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchForecast;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.PrefetchTracker;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Events as jobs of some size bring them about: plans by the real planner, everything else drawn by the stage's number. */
public final class SampleEvents {
    /** When every stage of these is submitted. */
    public static final long START = 1_780_000_000_000L;

    private static final int BLOCK = 128 << 20;
    private static final int NODES = 8;
    private static final int SLOTS = 8;
    private static final List<String> PLACES =
            Arrays.stream(ReadPlace.values()).map(Enum::name).toList();

    private SampleEvents() {}

    /** A stage of 40 tasks. */
    public static StageReads reads(int stage, boolean over) {
        return reads(stage, 40, over);
    }

    /** A stage whose tasks start evenly over a time that is as long as it takes to read that many from devices. */
    public static StageReads reads(int stage, int tasks, boolean over) {
        return reads(stage, tasks, over, START);
    }

    /** The same, submitted at another time since the epoch, milliseconds. */
    public static StageReads reads(int stage, int tasks, boolean over, long start) {
        Random random = new Random(stage);
        TimeSeriesCounter possible = TimeSeriesCounter.sinceFirst(PLACES);
        TimeSeriesCounter happened = TimeSeriesCounter.sinceFirst(PLACES);
        Map<ReadPlace, Integer> couldRead = new EnumMap<>(ReadPlace.class);
        Map<ReadPlace, Integer> didRead = new EnumMap<>(ReadPlace.class);
        int best = 0;
        for (int task = 0; task < tasks; task++) {
            long time = start + 1_000L * task / SLOTS + random.nextInt(800);
            int could = random.nextInt(100) < 30 + 40 * task / tasks ? 1 : 2 + random.nextInt(2);
            int did = random.nextInt(10) > 0 ? could : could + random.nextInt(3);
            possible.add(could, time);
            happened.add(did, time);
            couldRead.merge(ReadPlace.values()[could], 1, Integer::sum);
            didRead.merge(ReadPlace.values()[did], 1, Integer::sum);
            best += could == did ? 1 : 0;
        }
        StageSummary summary = new StageSummary(
                "app",
                stage,
                0,
                "count at <Report>.scala:" + (10 + stage),
                "trident",
                tasks,
                new StageSummary.Reads(tasks, couldRead, didRead, best),
                over ? new StageSummary.SchedulingTime(120, 3_400, 5, 250) : StageSummary.SchedulingTime.NONE);
        return new StageReads(TiercelEvent.VERSION, summary, over, possible.series(), happened.series());
    }

    /** A plan for a stage that reads so many blocks from SSDs and HDDs of eight nodes. */
    public static PrefetchPlanned planned(int stage, int blocks) {
        Random random = new Random(stage);
        List<SourceDevice> devices = IntStream.range(0, 2 * NODES)
                .mapToObj(device -> new SourceDevice(
                        device / 2, device % 2 == 0 ? Tier.SSD : Tier.HDD, (device % 2 == 0 ? 400L : 80L) << 20, 0))
                .toList();
        List<InputBlock> input = IntStream.range(0, blocks)
                .mapToObj(block -> new InputBlock(
                        block % 50 == 49 ? 0 : BLOCK, replicas(random), block % 20 == 3 ? 0 : NOT_COMING))
                .toList();
        List<JobTask> tasks = IntStream.range(0, blocks)
                .mapToObj(task ->
                        new JobTask(List.of(new BlockRead(task, input.get(task).bytes())), 1.5))
                .toList();
        PrefetchProblem problem = new PrefetchProblem(
                devices,
                Collections.nCopies(NODES, 4L << 30),
                Collections.nCopies(SLOTS, 0.0),
                input,
                tasks,
                new ReadRates(3.2e9, 32e6),
                PlanningTimes.TRIDENT,
                ReadScores.TRIDENT);
        PrefetchPlan plan = PrefetchPlanners.named(PrefetchPlanners.COST, PlannerSettings.DEFAULTS, 1)
                .plan(problem);
        RecordedPlan record = new RecordedPlan(
                new PlanRecords.About("app", stage, 0, "count", START),
                PrefetchPlanners.COST,
                problem,
                IntStream.range(0, NODES).mapToObj(node -> "node-" + node).toList(),
                plan,
                "",
                7);
        return PlanEventFactory.planned(
                record,
                "count at <Report>.scala:" + (10 + stage),
                1,
                block -> new PlanEventFactory.BlockName(
                        id(block).toString(), "hdfs://cluster/events/day=" + block / 10 + "/part-" + block % 10, 0));
    }

    private static BlockId id(int block) {
        return new BlockId("BP-1", 1_073_741_825L + block, 1001);
    }

    /** On the HDDs of two nodes, or of every fourth block on an SSD and an HDD. */
    private static List<Integer> replicas(Random random) {
        int first = random.nextInt(NODES);
        int second = (first + 1 + random.nextInt(NODES - 1)) % NODES;
        return random.nextInt(4) > 0 ? List.of(1 + 2 * first, 1 + 2 * second) : List.of(2 * first, 1 + 2 * second);
    }

    /** What comes of that plan: most blocks about when they were expected, some late, few never read. */
    public static PrefetchOutcomes outcomes(int stage, int blocks, boolean over) {
        Random random = new Random(stage);
        PrefetchPlanned plan = planned(stage, blocks);
        Map<String, BlockId> ids = IntStream.range(0, blocks)
                .mapToObj(SampleEvents::id)
                .collect(Collectors.toMap(BlockId::toString, id -> id));
        PrefetchTracker tracker = new PrefetchTracker();
        TimeSeriesCounter happened =
                TimeSeriesCounter.sinceZero(List.of(PrefetchPlanned.READY, PrefetchPlanned.NEEDED));
        for (PrefetchPlanned.PlannedBlock block : plan.blocks()) {
            if (block.taken()) {
                BlockId id = ids.get(block.block());
                tracker.addRequest(id, block.bytes(), block.readyMillis() / 1e3);
                long arrived = Math.round(block.readyMillis() * (0.8 + 0.5 * random.nextDouble()));
                long started = Math.round(block.neededMillis() * (0.9 + 0.2 * random.nextDouble()));
                if (arrived <= started) {
                    tracker.markArrived(id, arrived / 1e3);
                    happened.add(0, arrived);
                }
                if (random.nextInt(40) > 0) {
                    tracker.markStarted(id, started / 1e3, arrived <= started);
                    happened.add(1, started);
                }
            }
        }
        PrefetchForecast forecast =
                new PrefetchForecast(plan.withMillis() / 1e3, plan.withoutMillis() / 1e3, 1.5, 1, 1);
        return new PrefetchOutcomes(
                TiercelEvent.VERSION,
                stage,
                0,
                over,
                tracker.outcome(forecast, Math.round(plan.withMillis() * 1.005) / 1e3, 1.5),
                happened.series(),
                tracker.blocks(PlanEventFactory.MOST_BLOCKS).stream()
                        .map(block -> new PrefetchOutcomes.BlockOutcome(
                                block.block().toString(),
                                PlanEventFactory.millis(block.arrivedAt()),
                                PlanEventFactory.millis(block.startedAt()),
                                block.used()))
                        .toList());
    }
}
