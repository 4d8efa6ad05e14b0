package io.tiercel.spark.account;

import io.tiercel.model.Tier;
import io.tiercel.spark.event.TimeSeries;
import io.tiercel.spark.event.TimeSeriesCounter;
import java.util.Arrays;
import java.util.List;

/** Bytes of each tier over time, in units that keep their sums within whole numbers. Not thread-safe. */
final class TierBytes {
    private static final List<String> TIERS =
            Arrays.stream(Tier.values()).map(Enum::name).toList();

    /** Units of all that a stage is expected to read. A stage may read more: there is room for 32 times as much. */
    private static final long MOST_UNITS = 1 << 26;

    private final long unit;
    private final TimeSeriesCounter counts = TimeSeriesCounter.sinceZero(TIERS);
    private final double[] remainders = new double[TIERS.size()];
    private final long[] sums = new long[TIERS.size()];

    /** @param unit bytes */
    TierBytes(long unit) {
        this.unit = unit;
    }

    /** The unit for a stage that is expected to read so many bytes. */
    static long unitOf(double bytes) {
        return Math.max(1, (long) Math.ceil(bytes / MOST_UNITS));
    }

    /** @param seconds since the start, at least 0 */
    void add(Tier tier, double seconds, double bytes) {
        int series = tier.ordinal();
        remainders[series] += bytes / unit;
        int units = (int) Math.min(Math.round(remainders[series]), Integer.MAX_VALUE - sums[series]);
        remainders[series] -= units;
        sums[series] += units;
        counts.add(series, Math.round(1000 * seconds), units);
    }

    TimeSeries series() {
        return counts.series();
    }
}
