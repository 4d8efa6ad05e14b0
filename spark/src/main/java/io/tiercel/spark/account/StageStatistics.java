package io.tiercel.spark.account;

import io.tiercel.assign.Preferences;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.record.StageSummary.SchedulingTime;
import io.tiercel.spark.event.StageReads;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.event.TimeSeriesCounter;
import io.tiercel.stage.StagePrices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the launches and rounds of one task set. Read places are worked out late: by the costs at launch where residency may have changed
 * since, else by the costs known then. Not thread-safe.
 */
public final class StageStatistics {
    /**
     * A stage attempt.
     *
     * @param attempt the stage's attempt, from 0
     * @param name on one line, since it goes into logs: Spark Connect names stages over several
     */
    public record Stage(int stage, int attempt, String name) {
        public Stage {
            name = name.replaceAll("\\s+", " ").strip();
        }
    }

    /** @param list the task's costs by place at the launch; null to use those known at the end */
    private record Launch(int task, int place, @Nullable Preferences list, long timeMillis) {}

    private final String app;
    private final Stage stage;
    private final String policy;
    private final BitSet available = new BitSet();
    private final List<Launch> launches = new ArrayList<>();
    private final List<Long> roundNanos = new ArrayList<>();

    /** The launches that {@link #soFar} has counted. */
    private final ReadTally seen = new ReadTally();

    private int seenLaunches;

    public StageStatistics(String app, Stage stage, String policy) {
        this.app = app;
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
        launches.add(new Launch(task, place, list, timeMillis));
        available.set(place);
    }

    /** Notes how long deciding a round took. */
    public void round(long nanos) {
        roundNanos.add(nanos);
    }

    public int launchedAttempts() {
        return launches.size();
    }

    /**
     * Where tasks have read so far: each attempt by the costs at the first call after its launch. The effort grows with new launches
     * only.
     */
    public StageReads soFar(StagePrices prices, int[] rackOf) {
        count(seenLaunches, seen, prices, rackOf);
        seenLaunches = launches.size();
        return reads(seen, prices.size(), SchedulingTime.NONE, false);
    }

    /** Where all attempts have read, by the costs known now. */
    public StageReads atEnd(StagePrices prices, int[] rackOf, long heldMillis) {
        ReadTally tally = new ReadTally();
        count(0, tally, prices, rackOf);
        return reads(tally, prices.size(), time(heldMillis), true);
    }

    private void count(int from, ReadTally tally, StagePrices prices, int[] rackOf) {
        ReadPlaceResolver reads = new ReadPlaceResolver(rackOf, available);
        for (Launch launch : launches.subList(from, launches.size())) {
            Preferences known = prices.known(launch.task()) ? prices.task(launch.task()) : null;
            Preferences list = launch.list() == null ? known : launch.list();
            boolean isBeyond = list != null && list.size() == 0 && isBeyondNodes(prices, launch.task());
            tally.add(
                    isBeyond ? ReadPlace.REMOTE : reads.best(list),
                    isBeyond ? ReadPlace.REMOTE : reads.on(list, launch.place()),
                    launch.timeMillis());
        }
    }

    /** Whether a task's input was located, and lies on no node: on shared storage, and in no cache. */
    private static boolean isBeyondNodes(StagePrices prices, int task) {
        return prices.known(task) && prices.bytes(task) > 0 && prices.task(task).size() == 0;
    }

    private StageReads reads(ReadTally tally, int tasks, SchedulingTime time, boolean over) {
        StageSummary summary =
                new StageSummary(app, stage.stage(), stage.attempt(), stage.name(), policy, tasks, tally.reads(), time);
        return new StageReads(
                TiercelEvent.VERSION, summary, over, tally.possibleSteps.series(), tally.happenedSteps.series());
    }

    private SchedulingTime time(long heldMillis) {
        List<Long> sorted = roundNanos.stream().sorted().toList();
        int rounds = sorted.size();
        long median = rounds == 0 ? 0 : sorted.get((rounds - 1) / 2);
        long max = rounds == 0 ? 0 : sorted.get(rounds - 1);
        return new SchedulingTime(Math.round(median / 1000.0), Math.round(max / 1000.0), rounds, heldMillis);
    }

    /** Counts launches by their best possible and by their actual read place, in all and over time. */
    private static final class ReadTally {
        private static final List<String> PLACES =
                Arrays.stream(ReadPlace.values()).map(Enum::name).toList();

        private final Map<ReadPlace, Integer> possible = new EnumMap<>(ReadPlace.class);
        private final Map<ReadPlace, Integer> happened = new EnumMap<>(ReadPlace.class);
        private final TimeSeriesCounter possibleSteps = TimeSeriesCounter.sinceFirst(PLACES);
        private final TimeSeriesCounter happenedSteps = TimeSeriesCounter.sinceFirst(PLACES);
        private int launched;
        private int bestHits;

        void add(ReadPlace best, ReadPlace actual, long timeMillis) {
            possible.merge(best, 1, Integer::sum);
            happened.merge(actual, 1, Integer::sum);
            possibleSteps.add(best.ordinal(), timeMillis);
            happenedSteps.add(actual.ordinal(), timeMillis);
            launched++;
            bestHits += actual != ReadPlace.UNKNOWN && actual.compareTo(best) <= 0 ? 1 : 0;
        }

        StageSummary.Reads reads() {
            return new StageSummary.Reads(launched, possible, happened, bestHits);
        }
    }

    /** Finds where a task reads if it runs on a place, and its best possible read. */
    private static final class ReadPlaceResolver {
        private final int[] rackOf;
        private final BitSet available;
        private final BitSet racks = new BitSet();

        /** @param available the places where the application had a slot */
        ReadPlaceResolver(int[] rackOf, BitSet available) {
            this.rackOf = rackOf;
            this.available = available;
            available.stream().forEach(place -> racks.set(rackOf[place]));
        }

        /** @param list null if the task's input was not located */
        ReadPlace on(@Nullable Preferences list, int place) {
            return ReadPlace.of(list, place, rackOf[place]);
        }

        /** Where the task would have read on the cheapest available place. */
        ReadPlace best(@Nullable Preferences list) {
            if (list == null || list.size() == 0) {
                return ReadPlace.UNKNOWN;
            }
            ReadPlace best = ReadPlace.REMOTE;
            int least = list.elsewhere();
            for (int r = 0; r < list.racks().length; r++) {
                if (racks.get(list.racks()[r]) && list.rackCosts()[r] <= least) {
                    least = list.rackCosts()[r];
                    best = ReadPlace.RACK;
                }
            }
            for (int i = 0; i < list.size(); i++) {
                if (available.get(list.node(i)) && list.nodeCost(i) <= least) {
                    ReadPlace here = ReadPlace.ofListed(list, i, rackOf[list.node(i)]);
                    if (list.nodeCost(i) < least || here.compareTo(best) < 0) {
                        best = here;
                    }
                    least = list.nodeCost(i);
                }
            }
            return best;
        }
    }
}
