package io.tiercel.sim.engine;

import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

/**
 * An action that repeats once in each interval while there is anything to do: at phase, phase + interval, phase + 2 · interval …, or each time
 * with its own delay. It sleeps without events otherwise; when woken, it goes on at its regular times.
 */
public final class Heartbeat {
    private final Engine engine;
    private final long interval;
    private final long phase;
    private final LongUnaryOperator late;
    private final BooleanSupplier action;
    private final Timer timer;
    private long last = -1;

    /**
     * @param interval nanoseconds, above 0
     * @param phase nanoseconds, 0 up to the interval
     * @param action returns whether there is more to do
     */
    public Heartbeat(Engine engine, long interval, long phase, BooleanSupplier action) {
        this(engine, interval, phase, beat -> 0, action);
    }

    /** @param late delay in nanoseconds of the beat with this number, from 0; less than the interval, and always the same */
    public Heartbeat(Engine engine, long interval, long phase, LongUnaryOperator late, BooleanSupplier action) {
        if (interval <= 0) {
            throw new IllegalArgumentException("interval: expected above 0 ns, got " + interval);
        }
        if (phase < 0 || phase > interval) {
            throw new IllegalArgumentException("phase: expected 0 to " + interval + " ns, got " + phase);
        }
        this.engine = engine;
        this.interval = interval;
        this.phase = phase;
        this.late = late;
        this.action = action;
        this.timer = engine.timer(this::beat);
    }

    /** Wakes it for its next regular time, which may be now. It beats once at a time. */
    public void wake() {
        if (!timer.isSet()) {
            timer.set(next(Math.max(engine.now(), last + 1)));
        }
    }

    private long next(long from) {
        long beat = Math.max(0, Math.floorDiv(from - phase, interval) - 1);
        while (time(beat) < from) {
            beat++;
        }
        return time(beat);
    }

    private long time(long beat) {
        return phase + beat * interval + late.applyAsLong(beat);
    }

    private void beat() {
        last = engine.now();
        if (action.getAsBoolean()) {
            wake();
        }
    }
}
