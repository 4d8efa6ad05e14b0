package io.tiercel.model;

/**
 * How much of a replica is in its node's memory: locked there by an agent, or in the page cache.
 *
 * @param share of its bytes that are in memory now, 0 to 1
 * @param arriving whether it is being brought into memory there
 */
public record Residency(double share, boolean arriving) {
    /** Nothing of it, as far as anybody knows. */
    public static final Residency NONE = new Residency(0, false);

    public static final Residency FULL = new Residency(1, false);

    public Residency {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: expected a number from 0 to 1, got " + share);
        }
    }
}
