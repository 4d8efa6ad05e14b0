package io.tiercel.sim.job;

import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.Timer;

/** A task's computation on a processor of its own, at the speed of its node, which may change. */
final class Computation implements Cancellable {
    private final Engine engine;
    private final Timer end;
    /** Nanoseconds left at full speed. */
    private double left;

    private double speed;
    private long since;

    /**
     * @param nanos at full speed
     * @param speed a part of full speed, above 0
     */
    Computation(Engine engine, long nanos, double speed, Runnable done) {
        this.engine = engine;
        this.left = nanos;
        this.speed = speed;
        this.since = engine.now();
        this.end = engine.timer(done);
        set();
    }

    private void set() {
        end.set(Math.addExact(engine.now(), (long) Math.ceil(left / speed)));
    }

    /** Goes on at another speed. */
    void changeSpeed(double other) {
        if (end.isSet()) {
            left = Math.max(0, left - (engine.now() - since) * speed);
            since = engine.now();
            speed = other;
            set();
        }
    }

    @Override
    public void cancel() {
        end.clear();
    }
}
