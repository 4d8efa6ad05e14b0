package io.tiercel.sim.engine;

/** An event that can be set, reset and cleared; made by {@link Engine#timer}. */
public final class Timer {
    static final int ABSENT = -1;

    private final Engine engine;
    private final Runnable action;
    private long time;
    private int position = ABSENT;

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
        long number = engine.admit(time);
        this.time = time;
        if (isSet()) {
            engine.queue().move(this, time, number);
        } else {
            engine.queue().add(this, time, number);
        }
    }

    public void clear() {
        if (isSet()) {
            engine.queue().remove(this);
        }
    }

    public boolean isSet() {
        return position != ABSENT;
    }

    long time() {
        return time;
    }

    void fire() {
        action.run();
    }

    int position() {
        return position;
    }

    void movesTo(int newPosition) {
        position = newPosition;
    }
}
