package io.tiercel.migrate.ledger;

import java.util.Comparator;

/**
 * The place of a hint in the queue: earliest due first, then the job that came first, then the job's earlier hint.
 *
 * @param due nanoseconds at which the hint's blocks should be in memory
 * @param job the job's number in the order of arrival
 * @param hint the hint's number in the order of arrival
 */
public record MigrationPriority(long due, long job, long hint) implements Comparable<MigrationPriority> {
    /** The time of a hint that names none. */
    public static final long WHENEVER = Long.MAX_VALUE;

    /**
     * A hint without a time is due five minutes after its arrival. This bounds how long hints with a time can go before it.
     */
    static final long DUE_WITHOUT_TIME = 300_000_000_000L;

    private static final Comparator<MigrationPriority> ORDER = Comparator.comparingLong(MigrationPriority::due)
            .thenComparingLong(MigrationPriority::job)
            .thenComparingLong(MigrationPriority::hint);

    /** The place of a hint that arrives {@code now}. A time in the past counts as {@code now}: nobody jumps the queue. */
    public static MigrationPriority of(long neededBy, long job, long hint, long now) {
        long due = neededBy == WHENEVER ? now + DUE_WITHOUT_TIME : Math.max(now, neededBy);
        return new MigrationPriority(due, job, hint);
    }

    @Override
    public int compareTo(MigrationPriority other) {
        return ORDER.compare(this, other);
    }
}
