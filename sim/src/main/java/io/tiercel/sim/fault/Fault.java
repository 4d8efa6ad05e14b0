package io.tiercel.sim.fault;

import io.tiercel.model.Tier;
import java.util.Optional;

/**
 * A fault of a node.
 *
 * @param at nanoseconds from the start of the run until the fault
 * @param until when it ends; {@link #FOREVER} if never
 * @param factor the part of their bandwidth that slow devices keep; above 0, at most 1
 * @param tier which devices are slow; empty for all
 * @param computing whether a slow node also computes at this part of its speed
 */
public record Fault(int node, long at, long until, Kind kind, double factor, Optional<Tier> tier, boolean computing) {
    public static final long FOREVER = Long.MAX_VALUE;

    public enum Kind {
        /** The node is silent. When it returns, its disks hold their data and its memory is empty. */
        FAILS,
        /** Its devices keep a part of their bandwidth. */
        SLOW
    }

    public Fault {
        if (at < 0) {
            throw new IllegalArgumentException("at: expected at least 0 ns, got " + at);
        }
        if (until <= at) {
            throw new IllegalArgumentException("until: expected after " + at + " ns, got " + until);
        }
        if (!(factor > 0 && factor <= 1)) {
            throw new IllegalArgumentException("factor: expected above 0 and at most 1, got " + factor);
        }
    }

    public static Fault fails(int node, long at, long until) {
        return new Fault(node, at, until, Kind.FAILS, 1, Optional.empty(), false);
    }

    public static Fault slow(int node, long at, long until, double factor, Optional<Tier> tier, boolean computing) {
        return new Fault(node, at, until, Kind.SLOW, factor, tier, computing);
    }

    public boolean isFailure() {
        return kind == Kind.FAILS;
    }

    /** Whether both are active at some time. */
    public boolean overlaps(Fault other) {
        return at < other.until && other.at < until;
    }
}
