package io.tiercel.spark;

import org.apache.spark.scheduler.SparkListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener whose errors stay its own. Spark's listener bus passes over an exception, but an error ends the application, such as a
 * {@link LinkageError} on a Spark that does not fit.
 */
public abstract class GuardedListener extends SparkListener {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

    private final String consequence;
    private volatile boolean hasFailed;

    /** @param consequence of an error, for people */
    protected GuardedListener(String consequence) {
        this.consequence = consequence;
    }

    /** The work that one event makes. */
    @FunctionalInterface
    public interface Reaction {
        void run() throws Exception;
    }

    /** Runs {@code reaction}; logs its first error. */
    protected final void guard(Reaction reaction) {
        try {
            reaction.run();
        } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
            if (!hasFailed) {
                hasFailed = true;
                LOG.warn("Tiercel: {}: {} (logged once)", consequence, e.toString());
            }
        }
    }
}
