package io.tiercel.model;

/**
 * How much of a replica is in its node's memory: locked there by an agent, or in the page cache.
 *
 * @param share of its bytes that are in memory now, 0 to 1
 * @param arriving whether it is being brought into memory there
 * @param drawsReaders whether readers on other nodes are sent to it; only if all of it is there
 */
public record Residency(double share, boolean arriving, boolean drawsReaders) {
    /** Nothing of it, as far as anybody knows. */
    public static final Residency NONE = new Residency(0, false);

    public static final Residency FULL = new Residency(1, false);

    /** All of it, and readers on other nodes are sent there. */
    public static final Residency FOR_ALL_NODES = new Residency(1, false, true);

    public Residency {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: expected a number from 0 to 1, got " + share);
        }
        if (drawsReaders && share < 1) {
            throw new IllegalArgumentException("share: expected 1 of a replica that draws readers, got " + share);
        }
    }

    /** Readers on other nodes are not sent there. */
    public Residency(double share, boolean arriving) {
        this(share, arriving, false);
    }
}
