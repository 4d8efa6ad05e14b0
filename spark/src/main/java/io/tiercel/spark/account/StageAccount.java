package io.tiercel.spark.account;

import io.tiercel.assign.Preferences;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.SchedulingTime;
import io.tiercel.record.StageSummary;
import io.tiercel.record.StageSummary.Reads;
import io.tiercel.spark.plan.Prices;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happens to one task set. Where tasks read is worked out at the end: by what was known of their input when they were
 * launched, where that may have changed since because memory fills and empties; else by what is known then. Not thread-safe.
 */
public final class StageAccount {
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
    private @Nullable Preferences[] listsAtLaunch = new Preferences[16];
    private int launched;
    private long[] roundNanos = new long[16];
    private int rounds;

    public StageAccount(Stage stage, String policy) {
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
     */
    public void launched(int task, int place, @Nullable Preferences list) {
        if (launches.length < 2 * launched + 2) {
            launches = Arrays.copyOf(launches, 2 * launches.length);
            listsAtLaunch = Arrays.copyOf(listsAtLaunch, launches.length / 2);
        }
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

    /** What has become of the task set so far, by what is known now. */
    public StageSummary summary(String app, Prices prices, int[] rackOf, long heldMillis) {
        ReadPlaces reads = new ReadPlaces(rackOf, available);
        Map<ReadPlace, Integer> possible = new EnumMap<>(ReadPlace.class);
        Map<ReadPlace, Integer> happened = new EnumMap<>(ReadPlace.class);
        int bestHits = 0;
        for (int i = 0; i < launched; i++) {
            int task = launches[2 * i];
            Preferences known = prices.known(task) ? prices.task(task) : null;
            Preferences list = listsAtLaunch[i] == null ? known : listsAtLaunch[i];
            ReadPlace best = reads.best(list);
            ReadPlace actual = reads.on(list, launches[2 * i + 1]);
            possible.merge(best, 1, Integer::sum);
            happened.merge(actual, 1, Integer::sum);
            bestHits += actual != ReadPlace.UNKNOWN && actual.compareTo(best) <= 0 ? 1 : 0;
        }
        return new StageSummary(
                app,
                stage.stage(),
                stage.attempt(),
                stage.name(),
                policy,
                prices.size(),
                new Reads(launched, possible, happened, bestHits),
                time(heldMillis));
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
