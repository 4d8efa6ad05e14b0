package io.tiercel.spark;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.HoldScope;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import io.tiercel.spark.account.StageStatistics;
import io.tiercel.spark.input.ImmediateAnswers;
import io.tiercel.spark.input.ScoreTable;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.input.TaskInput;
import io.tiercel.stage.ExcludedSlots;
import io.tiercel.stage.FreeSlots;
import io.tiercel.stage.HoldRule;
import io.tiercel.stage.RoundPlan;
import io.tiercel.stage.StagePlan;
import io.tiercel.stage.StagePrices;
import io.tiercel.stage.TaskDurations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;

/** A made-up stage that is planned until all its tasks have been handed out, to warm up the scheduler. */
final class WarmupStage {
    private static final int TASKS = 192;
    private static final int HOSTS = 96;
    private static final int REPLICAS = 3;
    private static final long BLOCK = 128L << 20;

    /** Runs of the stage, enough for the JVM to compile what runs for every task. */
    private static final int TIMES = 12;

    private static final Tier[] TIERS = {Tier.SSD, Tier.HDD};
    private static final long SEED = 7;

    private final Random random = new Random(SEED);
    private final AssignmentPolicy policy;
    private final ScoreTable scores;

    private WarmupStage(AssignmentPolicy policy, ScoreTable scores) {
        this.policy = policy;
        this.scores = scores;
    }

    /** Plans the stage again and again; ends early if the thread is interrupted. */
    static void run(AssignmentPolicy policy, ScoreTable scores) {
        WarmupStage stage = new WarmupStage(policy, scores);
        try (HostRegistry hosts = new HostRegistry()) {
            for (int i = 0; i < TIMES && !Thread.currentThread().isInterrupted(); i++) {
                stage.plan(hosts);
            }
        }
    }

    private void plan(HostRegistry hosts) {
        StageInput input = StageInput.request(tasks(), this::locate, hosts, scores);
        input.await(Duration.ZERO);
        for (int host = 0; host < HOSTS; host++) {
            input.places().of(Integer.toString(host), "host-" + host);
        }
        StagePrices prices = input.price();
        int[] racks = input.places().racks();
        int[] slots = new int[racks.length];
        Arrays.fill(slots, 1);
        StagePlan plan = new StagePlan(
                policy,
                HoldRule.of(HoldScope.ANY_GAIN, 1, BLOCK),
                TaskDurations.ofApplication().ofStage(),
                prices,
                racks,
                slots);
        StageStatistics account = new StageStatistics("", new StageStatistics.Stage(0, 0, "made up"), "");
        for (int now = 0; plan.pendingTasks() > 0 && now < TASKS; now++) {
            RoundPlan round = plan.round(new FreeSlots(racks, slots), now, task -> true, ExcludedSlots.NONE);
            for (int place = 0; place < slots.length; place++) {
                int task = round.take(place, reason -> true, t -> true, t -> true);
                if (task != RoundPlan.NONE) {
                    account.launched(task, place, null, now);
                    plan.launched(task, now);
                }
            }
            account.round(now);
        }
        account.atEnd(prices, racks, plan.heldMillis()).summary().text();
    }

    private List<TaskInput> tasks() {
        List<TaskInput> tasks = new ArrayList<>(TASKS);
        for (int task = 0; task < TASKS; task++) {
            FileRange file = new FileRange(new Path("hdfs://nowhere/" + task), 0, BLOCK);
            tasks.add(new TaskInput(List.of(file), List.of("host-" + task % HOSTS), List.of()));
        }
        return tasks;
    }

    private RangeLocations locate(List<FileRange> ranges) {
        List<RangeLocation> known = new ArrayList<>(ranges.size());
        for (FileRange range : ranges) {
            known.add(new RangeLocation(
                    RangeLocation.State.LOCATED, List.of(new Block(range.length(), replicas())), null));
        }
        return new ImmediateAnswers(known);
    }

    private List<Replica> replicas() {
        List<Replica> replicas = new ArrayList<>(REPLICAS);
        int first = random.nextInt(HOSTS);
        for (int i = 0; i < REPLICAS; i++) {
            replicas.add(new Replica((first + 7 * i) % HOSTS, TIERS[random.nextInt(TIERS.length)]));
        }
        return replicas;
    }
}
