package io.tiercel.spark.account;

import io.tiercel.assign.Preferences;
import io.tiercel.record.SchedulingTime;
import io.tiercel.record.StageSummary;
import io.tiercel.spark.event.StageReads;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.stage.StagePrices;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happens to one task set. Where tasks read is worked out at the end: by what was known of their input when they were
 * launched, where that may have changed since because memory fills and empties; else by what is known then. Not thread-safe.
 */
public final class StageStatistics {
    /**
     * Who it is about.
     *
     * @param stage the stage's id
     * @param attempt the stage's attempt, from 0
     * @param name the stage's name as Spark shows it
     */
    public record Stage(int stage, int attempt, String name) {}

    private final Stage stage;
    private final String policy;
    private final BitSet available = new BitSet();
    private int[] launches = new int[32];
    private long[] launchMillis = new long[16];
    private @Nullable Preferences[] listsAtLaunch = new Preferences[16];
    private int launched;
    private long[] roundNanos = new long[16];
    private int rounds;

    /** Of those launches that {@link #soFar} has seen. */
    private final ReadTally seen = new ReadTally();

    private int seenLaunches;

    public StageStatistics(Stage stage, String policy) {
        this.stage = stage;
        this.policy = policy;
    }

    public Stage stage() {
        return stage;
    }

    /** The application has or had a slot on {@code place}. */
    public void available(int place) {
        available.set(place);
    }

    /**
     * An attempt of {@code task} was launched on {@code place}.
     *
     * @param list what it cost where then; null to go by what is known at the end
     * @param timeMillis when, since the epoch
     */
    public void launched(int task, int place, @Nullable Preferences list, long timeMillis) {
        if (launches.length < 2 * launched + 2) {
            launches = Arrays.copyOf(launches, 2 * launches.length);
            listsAtLaunch = Arrays.copyOf(listsAtLaunch, launches.length / 2);
            launchMillis = Arrays.copyOf(launchMillis, launches.length / 2);
        }
        launchMillis[launched] = timeMillis;
        listsAtLaunch[launched] = list;
        launches[2 * launched] = task;
        launches[2 * launched + 1] = place;
        launched++;
        available.set(place);
    }

    /** A round took so long to decide. */
    public void round(long nanos) {
        if (rounds == roundNanos.length) {
            roundNanos = Arrays.copyOf(roundNanos, 2 * rounds);
        }
        roundNanos[rounds++] = nanos;
    }

    /** How many task attempts were launched. */
    public int launchedAttempts() {
        return launched;
    }

    /** Where all that was launched reads, by what is known now. */
    public ReadTally tally(StagePrices prices, int[] rackOf) {
        ReadTally tally = new ReadTally();
        count(0, tally, prices, rackOf);
        return tally;
    }

    /**
     * Where tasks read so far: each attempt by what was known when this was first asked after its launch. Costs no more for a stage of
     * many tasks than for one of few.
     */
    public StageReads soFar(StagePrices prices, int[] rackOf) {
        count(seenLaunches, seen, prices, rackOf);
        seenLaunches = launched;
        return reads(seen, prices.size(), false);
    }

    private void count(int from, ReadTally tally, StagePrices prices, int[] rackOf) {
        ReadPlaceResolver reads = new ReadPlaceResolver(rackOf, available);
        for (int i = from; i < launched; i++) {
            int task = launches[2 * i];
            Preferences known = prices.known(task) ? prices.task(task) : null;
            Preferences list = listsAtLaunch[i] == null ? known : listsAtLaunch[i];
            tally.add(reads.best(list), reads.on(list, launches[2 * i + 1]), launchMillis[i]);
        }
    }

    /** What is told of a tally while the stage runs, or in the end. */
    public StageReads reads(ReadTally tally, int tasks, boolean over) {
        return new StageReads(
                TiercelEvent.VERSION,
                stage.stage(),
                stage.attempt(),
                stage.name(),
                policy,
                tasks,
                tally.launched(),
                tally.bestHits(),
                over,
                tally.possible(),
                tally.happened());
    }

    /** What has become of the task set. */
    public StageSummary summary(String app, ReadTally tally, int tasks, long heldMillis) {
        return new StageSummary(
                app, stage.stage(), stage.attempt(), stage.name(), policy, tasks, tally.reads(), time(heldMillis));
    }

    private SchedulingTime time(long heldMillis) {
        long[] sorted = Arrays.copyOf(roundNanos, rounds);
        Arrays.sort(sorted);
        long median = rounds == 0 ? 0 : sorted[(rounds - 1) / 2];
        long max = rounds == 0 ? 0 : sorted[rounds - 1];
        return new SchedulingTime(micros(median), micros(max), rounds, heldMillis);
    }

    private static long micros(long nanos) {
        return Math.round(nanos / 1000.0);
    }
}
