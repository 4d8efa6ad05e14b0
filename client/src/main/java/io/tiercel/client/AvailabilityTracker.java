package io.tiercel.client;

import java.util.function.Consumer;

/** Whether the coordinator was there the last time that it was asked. Tells of changes, once each. */
final class AvailabilityTracker {
    private final Consumer<Availability> listener;
    private volatile Availability current = Availability.UNKNOWN;

    AvailabilityTracker(Consumer<Availability> listener) {
        this.listener = listener;
    }

    Availability current() {
        return current;
    }

    void reached() {
        change(Availability.REACHED);
    }

    void absent(String why) {
        change(new Availability(Availability.State.ABSENT, why));
    }

    private void change(Availability to) {
        boolean changed;
        synchronized (this) {
            changed = current.state() != to.state();
            current = to;
        }
        if (changed) {
            try {
                listener.accept(to);
            } catch (RuntimeException e) {
                // A listener's error must not end a call.
            }
        }
    }
}
