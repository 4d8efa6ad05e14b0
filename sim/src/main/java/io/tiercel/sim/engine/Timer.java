package io.tiercel.sim.engine;

/** An event that can be set, reset and cleared; made by {@link Engine#timer}. */
public final class Timer extends IndexedHeap.Item {
    private final Engine engine;
    private final Runnable action;
    private long time;

    Timer(Engine engine, Runnable action) {
        this.engine = engine;
        this.action = action;
    }

    /**
     * Sets the event to {@code time} instead of any earlier setting. Events at equal times happen in the order in which they were set.
     *
     * @param time nanoseconds of simulated time, not in the past
     */
    public void set(long time) {
        engine.set(this, time);
        this.time = time;
    }

    public void clear() {
        engine.clear(this);
    }

    public boolean isSet() {
        return isQueued();
    }

    long time() {
        return time;
    }

    void fire() {
        action.run();
    }
}
