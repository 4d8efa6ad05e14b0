package io.tiercel.sim.job;

import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.Transfer;
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

    public Processors(Engine engine, ComputeSpec computing, int nodes, long seed) {
        this.engine = engine;
        this.speeds = new double[nodes];
        Arrays.fill(speeds, 1);
        this.spread = computing.spread();
        this.random = new SplittableRandom(~seed);
        this.shared = computing.processors() == 0
                ? Optional.empty()
                : Optional.of(SharedResource.limited(
                        engine, "processors", (double) computing.processors() * Engine.SECOND, Engine.SECOND));
    }

    /**
     * Starts a task up.
     *
     * @param nanos of one processor, in the mean
     */
    Cancellable start(int node, long nanos, Runnable done) {
        return compute(node, spread == 0 ? nanos : (long) (nanos * (1 + spread * (2 * random.nextDouble() - 1))), done);
    }

    /**
     * Computes; takes longer where others compute too.
     *
     * @param nanos of one processor
     */
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
