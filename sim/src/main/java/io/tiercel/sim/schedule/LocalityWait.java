package io.tiercel.sim.schedule;

/**
 * Delay scheduling: how long a job leaves slots without local input to others. The wait begins when its tasks begin to wait or one starts at its
 * input, and ends when either bound is reached.
 *
 * <p>Hadoop counts offers ({@code yarn.scheduler.capacity.node-locality-delay}), Spark time ({@code spark.locality.wait}). Only tasks that an
 * engine's own level would place are held back ({@link io.tiercel.assign.Reason#isEngineLevel}).
 *
 * @param offers passed over at most; 0 for none
 * @param nanos waited at most; 0 for none
 */
public record LocalityWait(int offers, long nanos) {
    public static final LocalityWait NONE = new LocalityWait(0, 0);

    public LocalityWait {
        if (offers < 0 || nanos < 0) {
            throw new IllegalArgumentException(
                    "locality wait: expected at least 0 offers and ns, got " + offers + " and " + nanos);
        }
    }

    public static LocalityWait ofOffers(int offers) {
        return new LocalityWait(offers, Long.MAX_VALUE);
    }

    public static LocalityWait ofNanos(long nanos) {
        return new LocalityWait(Integer.MAX_VALUE, nanos);
    }

    /** Whether a job passes over one more offer. */
    public boolean goesOn(int passed, long waited) {
        return passed < offers && waited < nanos;
    }
}
