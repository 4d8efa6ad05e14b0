package io.tiercel.stage;

import java.util.HashMap;
import java.util.Map;

/** Sums the time for which slots stayed free for better tasks, from round to round of their places. Not thread-safe. */
public final class HeldSlots {
    private record Held(int slots, long since) {}

    private final Map<Integer, Held> byPlace = new HashMap<>();
    private long millis;

    /** A round left {@code slots} slots of {@code place} free for tasks that wait; 0 if none. @param now milliseconds */
    public void leave(int place, int slots, long now) {
        Held before = slots == 0 ? byPlace.remove(place) : byPlace.put(place, new Held(slots, now));
        if (before != null) {
            millis += before.slots() * Math.max(0, now - before.since());
        }
    }

    /** No task waits any more. */
    public void release(long now) {
        byPlace.values().forEach(held -> millis += held.slots() * Math.max(0, now - held.since()));
        byPlace.clear();
    }

    /** Milliseconds, summed over slots, up to the last round of each. */
    public long millis() {
        return millis;
    }
}
