package io.tiercel.migrate.ledger;

import org.jspecify.annotations.Nullable;

/** A job with a lease, and its claims. */
public final class JobEntry {
    public final String name;

    /** In the order of arrival. */
    public final long number;

    /** Nanoseconds at which it is given up unless it gives a sign of life. */
    public long leaseEnds;

    private @Nullable Claim claims;
    private int size;

    JobEntry(String name, long number) {
        this.name = name;
        this.number = number;
    }

    public int size() {
        return size;
    }

    /** Any one of its claims, null if it has none. */
    @Nullable
    public Claim anyClaim() {
        return claims;
    }

    void add(Claim claim) {
        claim.nextOfJob = claims;
        if (claims != null) {
            claims.previousOfJob = claim;
        }
        claims = claim;
        size++;
    }

    void remove(Claim claim) {
        if (claim.previousOfJob == null) {
            claims = claim.nextOfJob;
        } else {
            claim.previousOfJob.nextOfJob = claim.nextOfJob;
        }
        if (claim.nextOfJob != null) {
            claim.nextOfJob.previousOfJob = claim.previousOfJob;
        }
        claim.previousOfJob = null;
        claim.nextOfJob = null;
        size--;
    }
}
