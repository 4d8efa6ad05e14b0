package io.tiercel.sim.engine;

import java.util.function.BooleanSupplier;

/**
 * Something that happens at phase, phase + interval, phase + 2 · interval …, as long as there is anything to do. While there is nothing it
 * sleeps and costs no events; woken, it goes on at the times at which it would have beaten anyway.
 */
public final class Heartbeat {
    private final Engine engine;
    private final long interval;
    private final long phase;
    private final BooleanSupplier action;
    private final Timer timer;
    private long last = -1;

    /**
     * @param interval nanoseconds, above 0
     * @param phase nanoseconds, from 0 to the interval
     * @param action says whether there is more to do
     */
    public Heartbeat(Engine engine, long interval, long phase, BooleanSupplier action) {
        if (interval <= 0) {
            throw new IllegalArgumentException("interval: expected above 0 ns, got " + interval);
        }
        if (phase < 0 || phase > interval) {
            throw new IllegalArgumentException("phase: expected 0 to " + interval + " ns, got " + phase);
        }
        this.engine = engine;
        this.interval = interval;
        this.phase = phase;
        this.action = action;
        this.timer = engine.timer(this::beat);
    }

    /** Lets it beat at its next time, be it now; not twice at one time. */
    public void wake() {
        if (!timer.isSet()) {
            timer.set(next(Math.max(engine.now(), last + 1)));
        }
    }

    private long next(long from) {
        long beats = Math.max(0, -Math.floorDiv(phase - from, interval));
        return phase + beats * interval;
    }

    private void beat() {
        last = engine.now();
        if (action.getAsBoolean()) {
            wake();
        }
    }
}
