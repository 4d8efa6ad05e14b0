package io.tiercel.sim.job;

import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.Engine.Timer;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.Transfer;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The processors on which tasks compute. */
public final class Processors {
    private final Engine engine;
    /** Its unit is nanoseconds of one processor a second. */
    private final Optional<SharedResource> shared;

    private final double[] speeds;
    private final double spread;
    private final SplittableRandom random;

    /** A task's computation on a processor of its own, at the speed of its node, which may change. */
    static final class Computation implements Cancellable {
        private final Engine engine;
        private final Timer end;
        /** Nanoseconds left at full speed. */
        private double left;

        private double speed;
        private long since;

        /** @param speed a part of full speed, above 0 */
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

    public Processors(Engine engine, ComputeSpec computing, int nodes, long seed) {
        this.engine = engine;
        this.speeds = new double[nodes];
        Arrays.fill(speeds, 1);
        this.spread = computing.spread();
        this.random = new SplittableRandom(~seed);
        this.shared = computing.processors() == 0
                ? Optional.empty()
                : Optional.of(new SharedResource(
                        engine, "processors", (double) computing.processors() * Engine.SECOND, 0, Engine.SECOND));
    }

    /** Starts a task up. This takes {@code nanos} of one processor in the mean. */
    Cancellable start(int node, long nanos, Runnable done) {
        return compute(node, spread == 0 ? nanos : (long) (nanos * (1 + spread * (2 * random.nextDouble() - 1))), done);
    }

    /** Computes for {@code nanos} of one processor. This takes longer where others compute too. */
    Cancellable compute(int node, long nanos, Runnable done) {
        if (shared.isPresent()) {
            return Transfer.begin(nanos, List.of(shared.get()), done)::abandon;
        }
        return new Computation(engine, nanos, speeds[node], done);
    }

    /** Sets the speed of a node for new computations. Running ones change by {@link Computation#changeSpeed}. */
    public void changeSpeed(int node, double speed) {
        speeds[node] = speed;
    }
}
