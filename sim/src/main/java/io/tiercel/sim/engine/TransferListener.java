package io.tiercel.sim.engine;

/** Hears what a resource carries, for whoever checks or measures it. */
public interface TransferListener {
    /** Hears nothing. */
    TransferListener NONE = new TransferListener() {
        @Override
        public void begun(SharedResource resource, long time) {}

        @Override
        public void ended(SharedResource resource, long time, double bytes) {}
    };

    /** A transfer begins. */
    void begun(SharedResource resource, long time);

    /** A transfer ends, having been given {@code bytes}. */
    void ended(SharedResource resource, long time, double bytes);

    /** The bandwidth of a resource changes now; it still says the old one. */
    default void changes(SharedResource resource, long time) {}

    /** Both of two hear it; the first alone if the second hears nothing. */
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
