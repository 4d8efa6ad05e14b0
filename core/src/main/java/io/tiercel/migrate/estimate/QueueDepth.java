package io.tiercel.migrate.estimate;

/**
 * How many migrations an agent holds per device (DYRS, sections III-A1 and III-B): the one that runs, and beside it just so many
 * that the device does not run dry between two requests, at its full bandwidth. Decision 0801 says why the running one is
 * not among those.
 */
public final class QueueDepth {
    private QueueDepth() {}

    /**
     * Migrations to hold beside the one that runs: {@code interval / blockTime}, rounded up, at least 1.
     *
     * @param interval nanoseconds between two requests of the agent
     * @param blockTime nanoseconds that one block takes at full bandwidth, above 0
     */
    public static int beside(long interval, double blockTime) {
        if (!(blockTime > 0)) {
            throw new IllegalArgumentException("blockTime: expected above 0, got " + blockTime);
        }
        return (int) Math.max(1, Math.ceil(interval / blockTime));
    }
}
