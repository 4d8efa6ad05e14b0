package io.tiercel.sim.run;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.Transfer;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Where tasks compute. */
final class Processors {
    private final Engine engine;
    /** In nanoseconds of one processor a second. */
    private final Optional<SharedResource> shared;

    private final double spread;
    private final SplittableRandom random;

    Processors(Engine engine, Computing computing, long seed) {
        this.engine = engine;
        this.spread = computing.spread();
        this.random = new SplittableRandom(~seed);
        this.shared = computing.processors() == 0
                ? Optional.empty()
                : Optional.of(SharedResource.limited(
                        engine, "processors", (double) computing.processors() * Engine.SECOND, Engine.SECOND));
    }

    /** A task starts up, for so many nanoseconds of one processor in the mean. */
    void start(long nanos, Runnable done) {
        compute(spread == 0 ? nanos : (long) (nanos * (1 + spread * (2 * random.nextDouble() - 1))), done);
    }

    /**
     * Computes for so long, or for longer where others compute too.
     *
     * @param nanos of one processor
     */
    void compute(long nanos, Runnable done) {
        if (shared.isPresent()) {
            Transfer.begin(nanos, List.of(shared.get()), done);
        } else {
            engine.after(nanos, done);
        }
    }
}
