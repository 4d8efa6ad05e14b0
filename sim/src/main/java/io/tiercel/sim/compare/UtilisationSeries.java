package io.tiercel.sim.compare;

/**
 * How much of something is in use over time: its means over intervals of equal length. There are always as few of these; a run that lasts longer has longer
 * ones, so that a day takes no more room than a minute.
 */
final class UtilisationSeries {
    /** How many intervals there are at most. */
    static final int INTERVALS = 240;

    private final double full;
    private final double[] area = new double[INTERVALS];
    private long interval = 10_000_000;
    private long last;
    private int level;

    /** @param full in use at most */
    UtilisationSeries(double full) {
        this.full = Math.max(1, full);
    }

    /** So many more, or fewer, are in use from now on. */
    void change(long time, int more) {
        advance(time);
        level += more;
    }

    private void advance(long time) {
        while (time > INTERVALS * interval) {
            for (int i = 0; i < INTERVALS; i++) {
                area[i] = 2 * i < INTERVALS ? area[2 * i] + area[2 * i + 1] : 0;
            }
            interval *= 2;
        }
        double used = Math.min(full, level) / full;
        while (last < time) {
            int at = (int) (last / interval);
            long until = Math.min(time, (at + 1) * interval);
            area[at] += used * (until - last);
            last = until;
        }
    }

    /** The share in use over each interval until {@code end}; 1 for all of it. */
    double[] shares(long end) {
        advance(end);
        double[] shares = new double[(int) Math.min(INTERVALS, (end + interval - 1) / interval)];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = area[i] / Math.min(interval, end - i * interval);
        }
        return shares;
    }

    /** Nanoseconds of an interval. */
    long interval() {
        return interval;
    }
}
