package io.tiercel.sim.engine;

import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Something that happens once in each interval, as long as there is anything to do: at phase, phase + interval, phase + 2 · interval …, or each time at a
 * time of its own. While there is nothing it sleeps and costs no events; woken, it goes on at the times at which it would have beaten anyway.
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
     * @param phase nanoseconds, from 0 to the interval
     * @param action says whether there is more to do
     */
    public Heartbeat(Engine engine, long interval, long phase, BooleanSupplier action) {
        this(engine, interval, phase, beat -> 0, action);
    }

    /**
     * @param late by how many nanoseconds the beat with this number, from 0, comes after its time: at least 0 and less than the interval, the
     *     same whenever it is asked
     */
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

    /** Lets it beat at its next time, be it now; not twice at one time. */
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
