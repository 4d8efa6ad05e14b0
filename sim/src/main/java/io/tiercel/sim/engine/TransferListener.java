package io.tiercel.sim.engine;

/** Hears what resources carry. */
public interface TransferListener {
    /** Ignores all events. */
    TransferListener NONE = new TransferListener() {};

    default void begun(SharedResource resource, long time) {}

    /** A transfer ends after {@code bytes}. */
    default void ended(SharedResource resource, long time, double bytes) {}

    /** The bandwidth changes now; the resource still has the old one. */
    default void changes(SharedResource resource, long time) {}
}
