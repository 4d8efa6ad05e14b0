package io.tiercel.sim.shared;

/** Hears what is read from shared storage. Times are nanoseconds since the beginning of the run. */
public interface SharedReadListener {
    /**
     * A read begins.
     *
     * @param bytesPerSecond that were granted; 0 if it gets what the link has
     */
    default void sharedReadBegins(long time, long bytesPerSecond) {}

    /** A read that was granted {@code bytesPerSecond} ends after {@code bytes}. */
    default void sharedReadEnds(long time, long bytesPerSecond, long bytes) {}
}
