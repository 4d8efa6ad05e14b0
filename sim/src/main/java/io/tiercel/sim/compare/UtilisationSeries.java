package io.tiercel.sim.compare;

/**
 * Utilisation over time, as means over intervals of equal length. The number of intervals is bounded: intervals double in length as a run goes on.
 */
final class UtilisationSeries {
    /** The most intervals. */
    static final int INTERVALS = 240;

    private final double full;
    private final double[] area = new double[INTERVALS];
    private long interval = 10_000_000;
    private long last;
    private int level;

    /** @param full the capacity */
    UtilisationSeries(double full) {
        this.full = Math.max(1, full);
    }

    /** Changes how many are in use. */
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

    long interval() {
        return interval;
    }
}
