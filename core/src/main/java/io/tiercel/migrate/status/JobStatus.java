package io.tiercel.migrate.status;

import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.PhaseCounts;

/**
 * A job for people.
 *
 * @param number in the order of arrival
 * @param lease nanoseconds that it may be silent
 * @param leaseEnds nanoseconds at which it is given up unless it gives a sign of life
 * @param blocks that it references or holds, by phase
 * @param changes grows with each change of the counts
 */
public record JobStatus(JobId id, long number, long lease, long leaseEnds, PhaseCounts blocks, long changes) {
    /** How many blocks it references or holds. */
    public int claims() {
        return (int) blocks.wanted();
    }
}
