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
 * Counts the launches and rounds of one task set. Read places are worked out late: by the costs at launch where residency may have changed
 * since, else by the costs known then. Not thread-safe.
 */
public final class StageStatistics {
    /**
     * A stage attempt.
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

    /** The launches that {@link #soFar} has counted. */
    private final ReadTally seen = new ReadTally();

    private int seenLaunches;

    public StageStatistics(Stage stage, String policy) {
        this.stage = stage;
        this.policy = policy;
    }

    public Stage stage() {
        return stage;
    }

    /** Notes that the application has a slot on {@code place}. */
    public void available(int place) {
        available.set(place);
    }

    /**
     * Notes that an attempt of {@code task} was launched on {@code place}.
     *
     * @param list its costs by place at that time; null to use those known at the end
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

    /** Notes how long deciding a round took. */
    public void round(long nanos) {
        if (rounds == roundNanos.length) {
            roundNanos = Arrays.copyOf(roundNanos, 2 * rounds);
        }
        roundNanos[rounds++] = nanos;
    }

    /** The number of launched task attempts. */
    public int launchedAttempts() {
        return launched;
    }

    /** Where all launched attempts read, by the costs known now. */
    public ReadTally tally(StagePrices prices, int[] rackOf) {
        ReadTally tally = new ReadTally();
        count(0, tally, prices, rackOf);
        return tally;
    }

    /**
     * Where tasks have read so far: each attempt by the costs at the first call after its launch. The effort grows with new launches
     * only.
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

    /** The event of a tally, while the stage runs or at its end. */
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

    /** The summary of the task set. */
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
