package io.tiercel.sim.whatif;

/**
 * A task in an event log.
 *
 * @param locality Spark's level: {@code PROCESS_LOCAL}, {@code NODE_LOCAL}, {@code NO_PREF}, {@code RACK_LOCAL}, {@code ANY}
 * @param launched milliseconds since the epoch
 * @param finished milliseconds since the epoch
 * @param notComputing nanoseconds without computing, garbage collection and shuffles: an upper bound of the wait for input
 */
public record LoggedTask(
        String host, String locality, long launched, long finished, long notComputing, long inputBytes) {
    public LoggedTask {
        if (finished < launched || inputBytes < 0 || notComputing < 0) {
            throw new IllegalArgumentException("expected times in order and sizes of at least 0");
        }
    }

    /** Whether it ran where Spark knew its input to be. */
    public boolean isLocal() {
        return locality.equals("PROCESS_LOCAL") || locality.equals("NODE_LOCAL");
    }

    /** Whether Spark knew of a better place. */
    public boolean isRemote() {
        return locality.equals("RACK_LOCAL") || locality.equals("ANY");
    }

    long millis() {
        return finished - launched;
    }
}
