package io.tiercel.transfer;

import io.tiercel.model.Preconditions;

/**
 * Time slices for a source that has other users (MixApart, section 8.2): in each period transfers have one slice to themselves, and the
 * others have the rest. A reader whose transfers take seconds should ask before each request, not only at the start. Times are
 * seconds of any one clock; the first slice begins at its origin, 0 unless another is given.
 */
public final class IsolationQuanta {
    /** The source has no other users, or none that mind. */
    public static final IsolationQuanta ALWAYS = new IsolationQuanta(1, 1);

    private static final double PAPERS_QUANTUM = 0.5;
    private static final double PAPERS_SHARE = 0.1;

    private final double quantum;
    private final double share;
    private final double period;
    private final double origin;
    private final boolean isAlways;

    /**
     * @param quantum seconds of one slice of the transfers; above 0
     * @param share the part of all time that is theirs: above 0, at most 1. A period takes {@code quantum / share}
     * @throws IllegalArgumentException if a number is out of range
     */
    public IsolationQuanta(double quantum, double share) {
        this(quantum, share, 0);
    }

    private IsolationQuanta(double quantum, double share, double origin) {
        Preconditions.positive("quantum", quantum);
        Preconditions.positive("share", share);
        if (share > 1) {
            throw new IllegalArgumentException("share: expected at most 1, got " + share);
        }
        this.quantum = quantum;
        this.share = share;
        this.period = quantum / share;
        this.origin = origin;
        this.isAlways = share == 1;
    }

    /** The same slices by another clock. @param seconds that it shows when a slice begins */
    public IsolationQuanta beginningAt(double seconds) {
        return new IsolationQuanta(quantum, share, seconds % period);
    }

    /** The paper's: 500 ms, and 10 % of the time. So transfers may start for 0.5 s in every 5 s. */
    public static IsolationQuanta ofPaper() {
        return new IsolationQuanta(PAPERS_QUANTUM, PAPERS_SHARE);
    }

    /** Whether a transfer may start at a time. The first instant of a slice belongs to it, its end does not. */
    public boolean mayStart(double now) {
        return isAlways || now < begin(index(now)) + quantum;
    }

    /**
     * Whether a request that takes so long may start at a time: it is to end within the slice. One that would take more than half of a slice
     * may start in the first half, or it never could.
     *
     * @param seconds that it is expected to take; at least 0
     */
    public boolean mayStart(double now, double seconds) {
        return isAlways || now <= begin(index(now)) + quantum - Math.min(seconds, quantum / 2) && mayStart(now);
    }

    /** Seconds from a time to the beginning of the next slice; above 0. */
    public double untilNextSlice(double now) {
        return begin(index(now) + 1) - now;
    }

    /** The earliest time from {@code now} at which a transfer may start: {@code now} itself within a slice. */
    public double nextStart(double now) {
        return mayStart(now) ? now : begin(index(now) + 1);
    }

    /** The period that contains the time, also where a division rounds to its neighbour. */
    private double index(double now) {
        double index = Math.floor((now - origin) / period);
        if (begin(index) > now) {
            return index - 1;
        }
        return begin(index + 1) <= now ? index + 1 : index;
    }

    private double begin(double index) {
        return origin + index * period;
    }
}
