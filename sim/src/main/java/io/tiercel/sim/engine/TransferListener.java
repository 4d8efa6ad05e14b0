package io.tiercel.sim.engine;

/** Hears what resources carry. */
public interface TransferListener {
    /** Ignores all events. */
    TransferListener NONE = new TransferListener() {
        @Override
        public void begun(SharedResource resource, long time) {}

        @Override
        public void ended(SharedResource resource, long time, double bytes) {}
    };

    void begun(SharedResource resource, long time);

    /** A transfer ends after {@code bytes}. */
    void ended(SharedResource resource, long time, double bytes);

    /** The bandwidth changes now; the resource still has the old one. */
    default void changes(SharedResource resource, long time) {}

    /** Tells both listeners. */
    static TransferListener both(TransferListener first, TransferListener second) {
        if (second == NONE) {
            return first;
        }
        return new TransferListener() {
            @Override
            public void begun(SharedResource resource, long time) {
                first.begun(resource, time);
                second.begun(resource, time);
            }

            @Override
            public void ended(SharedResource resource, long time, double bytes) {
                first.ended(resource, time, bytes);
                second.ended(resource, time, bytes);
            }

            @Override
            public void changes(SharedResource resource, long time) {
                first.changes(resource, time);
                second.changes(resource, time);
            }
        };
    }
}
