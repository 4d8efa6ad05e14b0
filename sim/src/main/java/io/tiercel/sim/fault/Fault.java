package io.tiercel.sim.fault;

import io.tiercel.model.Tier;
import java.util.Optional;

/**
 * What goes wrong with a node.
 *
 * @param node its number
 * @param at when, nanoseconds since the start
 * @param until when it is over; {@link #FOREVER} if it never is
 * @param kind what goes wrong
 * @param factor which part of their bandwidth its devices have, of a node that is slow; above 0, at most 1
 * @param tier of its devices of this tier alone; empty for all
 * @param computing whether it computes at this part of its speed too
 */
public record Fault(int node, long at, long until, Kind kind, double factor, Optional<Tier> tier, boolean computing) {
    /** No end. */
    public static final long FOREVER = Long.MAX_VALUE;

    /** What can go wrong. */
    public enum Kind {
        /** It does not answer; when it does again, what was on its disks is there, and what was in its memory is not. */
        FAILS,
        /** Its devices give a part of their bandwidth. */
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

    /** A node that fails. */
    public static Fault fails(int node, long at, long until) {
        return new Fault(node, at, until, Kind.FAILS, 1, Optional.empty(), false);
    }

    /** A node that is slow. */
    public static Fault slow(int node, long at, long until, double factor, Optional<Tier> tier, boolean computing) {
        return new Fault(node, at, until, Kind.SLOW, factor, tier, computing);
    }

    public boolean isFailure() {
        return kind == Kind.FAILS;
    }

    /** Whether both are there at some time. */
    public boolean overlaps(Fault other) {
        return at < other.until && other.at < until;
    }
}
