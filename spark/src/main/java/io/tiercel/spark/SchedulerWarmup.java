package io.tiercel.spark;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.HoldScope;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.BlockLocator;
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
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warms up the scheduler when the driver starts: a made-up stage goes through pricing, planning, the policy and the statistics,
 * and the file system is asked once. Otherwise the first stage with located input waits while the driver loads and interprets
 * that code.
 *
 * <p>Runs on a daemon thread that nobody waits for. It has no other effect, and errors do not leave it.
 */
public final class SchedulerWarmup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerWarmup.class);

    private final Thread thread;

    private SchedulerWarmup(Runnable all) {
        thread = new Thread(all, "tiercel-warm-up");
        thread.setDaemon(true);
    }

    /**
     * Starts it.
     *
     * @param locator called on the thread of the warm-up
     * @param classes names of further classes to load
     */
    public static SchedulerWarmup start(
            Supplier<BlockLocator> locator, AssignmentPolicy policy, ScoreTable scores, Iterable<String> classes) {
        SchedulerWarmup warmup = new SchedulerWarmup(() -> {
            long start = System.nanoTime();
            quietly("connecting", () -> locator.get().warmUp());
            quietly("loading", () -> load(classes));
            quietly("planning", () -> MadeUpStage.run(policy, scores));
            LOG.debug("Warmed up the scheduler in {} ms", (System.nanoTime() - start) / 1_000_000);
        });
        warmup.thread.start();
        return warmup;
    }

    /** One step; the others are of use without it. */
    @FunctionalInterface
    private interface Part {
        void play() throws IOException, ReflectiveOperationException;
    }

    private static void quietly(String what, Part part) {
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        try {
            part.play();
        } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
            LOG.debug("Warming up the scheduler, {}: {}", what, e.toString());
        }
    }

    private static void load(Iterable<String> classes) throws ClassNotFoundException {
        for (String name : classes) {
            Class.forName(name, true, SchedulerWarmup.class.getClassLoader());
        }
    }

    public void await() throws InterruptedException {
        thread.join();
    }

    /** Ends it, if it is still going on; does not wait for that. */
    @Override
    public void close() {
        thread.interrupt();
    }

    /** A made-up stage that is planned until all its tasks have been handed out, to warm up the scheduler. */
    static final class MadeUpStage {
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

        private MadeUpStage(AssignmentPolicy policy, ScoreTable scores) {
            this.policy = policy;
            this.scores = scores;
        }

        /** Plans the stage again and again; ends early if the thread is interrupted. */
        static void run(AssignmentPolicy policy, ScoreTable scores) {
            MadeUpStage stage = new MadeUpStage(policy, scores);
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

        private static List<TaskInput> tasks() {
            return IntStream.range(0, TASKS)
                    .mapToObj(task -> new TaskInput(
                            List.of(new FileRange(new Path("hdfs://nowhere/" + task), 0, BLOCK)),
                            List.of("host-" + task % HOSTS),
                            List.of()))
                    .toList();
        }

        private RangeLocations locate(List<FileRange> ranges) {
            return new ImmediateAnswers(ranges.stream()
                    .map(range -> new RangeLocation(
                            RangeLocation.State.LOCATED, List.of(new Block(range.length(), replicas())), null))
                    .toList());
        }

        private List<Replica> replicas() {
            int first = random.nextInt(HOSTS);
            return IntStream.range(0, REPLICAS)
                    .mapToObj(i -> new Replica((first + 7 * i) % HOSTS, TIERS[random.nextInt(TIERS.length)]))
                    .toList();
        }
    }
}
