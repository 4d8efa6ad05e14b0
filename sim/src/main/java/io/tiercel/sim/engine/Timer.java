package io.tiercel.sim.engine;

/** An event that can be set, set anew and cleared; made by {@link Engine#timer}. */
public final class Timer extends IndexedHeap.Item<Timer> {
    private final Engine engine;
    private final Runnable action;
    private long time;
    private long sequence;

    Timer(Engine engine, Runnable action) {
        this.engine = engine;
        this.action = action;
    }

    /**
     * Lets the event happen at {@code time}, and at no other time for which it was set before. At equal times what was set
     * first happens first.
     *
     * @param time nanoseconds of simulated time, not in the past
     */
    public void set(long time) {
        clear();
        this.sequence = engine.admit(time);
        this.time = time;
        engine.queue().add(this);
    }

    /** Lets the event not happen. */
    public void clear() {
        if (isQueued()) {
            engine.queue().remove(this);
        }
    }

    /** Whether the event is yet to happen. */
    public boolean isSet() {
        return isQueued();
    }

    long time() {
        return time;
    }

    void fire() {
        action.run();
    }

    @Override
    boolean precedes(Timer other) {
        return time != other.time ? time < other.time : sequence < other.sequence;
    }
}
