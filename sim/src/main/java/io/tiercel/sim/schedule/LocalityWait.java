package io.tiercel.sim.schedule;

/**
 * Delay scheduling: for how long a job leaves slots to others on which none of its tasks would find its input. It counts from when its tasks began to
 * wait, or from its last task that was started where its input is, and ends as soon as either bound is reached.
 *
 * <p>Hadoop counts offers ({@code yarn.scheduler.capacity.node-locality-delay}), Spark time ({@code spark.locality.wait}). As on a cluster it holds back only what
 * one of the engine's own levels would place ({@link io.tiercel.assign.Reason#stockLevel}).
 *
 * @param offers how many are passed over; 0 for none
 * @param nanos how long; 0 for not at all
 */
public record LocalityWait(int offers, long nanos) {
    /** Every slot is taken. */
    public static final LocalityWait NONE = new LocalityWait(0, 0);

    public LocalityWait {
        if (offers < 0 || nanos < 0) {
            throw new IllegalArgumentException(
                    "locality wait: expected at least 0 offers and ns, got " + offers + " and " + nanos);
        }
    }

    /** As Hadoop counts it. */
    public static LocalityWait ofOffers(int offers) {
        return new LocalityWait(offers, Long.MAX_VALUE);
    }

    /** As Spark counts it. */
    public static LocalityWait ofNanos(long nanos) {
        return new LocalityWait(Integer.MAX_VALUE, nanos);
    }

    /** Whether a job that has passed over so many offers in so many nanoseconds does so once more. */
    public boolean goesOn(int passed, long waited) {
        return passed < offers && waited < nanos;
    }
}
