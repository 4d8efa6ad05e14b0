package io.tiercel.spark.account;

import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary.Reads;
import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.event.TimeSeriesCounter;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts launches by their best possible and by their actual read place, in all and over time. Not thread-safe. */
public final class ReadTally {
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

    TimeSeries possible() {
        return possibleSteps.series();
    }

    TimeSeries happened() {
        return happenedSteps.series();
    }

    Reads reads() {
        return new Reads(launched, possible, happened, bestHits);
    }
}
