package io.tiercel.sim.reality;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Policies;
import io.tiercel.cache.LruPolicy;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.run.Computing;
import io.tiercel.sim.run.LocalityWait;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.Offer;
import io.tiercel.sim.run.Scenario;
import io.tiercel.sim.run.Scheduling;
import io.tiercel.sim.work.InputFile;
import io.tiercel.sim.work.Job;
import io.tiercel.sim.work.Reduce;
import io.tiercel.sim.work.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What all scenes' simulations have in common: Spark's scheduling, and jobs over blocks that were written in turns. */
final class Scenarios {
    static final long ROOM = 1L << 40;

    private static final String INPUT = "input";
    /** Spark offers a slot as soon as it is free. */
    private static final long OFFERS = Engine.SECOND / 500;
    /** {@code spark.locality.wait}. */
    private static final long LOCALITY_WAIT = 3 * Engine.SECOND;

    /** Two tasks of four wait for a processor, and never at the same time again. */
    private static final double SPREAD = 0.5;

    private Scenarios() {}

    /**
     * Jobs over one input, each after the one before.
     *
     * @param jobs how many
     * @param policy by which tasks are placed
     * @param memory bytes of each node
     * @param lead seconds between submission and call
     */
    static Scenario of(
            Subject subject, int jobs, String policy, MemoryUse use, long memory, double lead, Costs costs, long seed) {
        Testbed testbed = subject.scene().testbed();
        Scenario plain = new Scenario(
                testbed.cluster(memory),
                new TurnsPlacement(testbed),
                new LruPolicy(),
                workload(subject.blocks(), jobs, lead, costs),
                new Scheduling(
                        Policies.named(policy),
                        CostModel.trident(),
                        Offer.ALL_SLOTS,
                        OFFERS,
                        LocalityWait.ofNanos(LOCALITY_WAIT),
                        true),
                testbed.blockBytes(),
                nanos(costs.start()),
                seed);
        return plain.withMemory(use).withComputing(new Computing(testbed.processors(), true, SPREAD));
    }

    private static Workload workload(List<Long> blocks, int jobs, double lead, Costs costs) {
        long bytes = blocks.stream().mapToLong(Long::longValue).sum();
        List<Job> all = new ArrayList<>();
        for (int j = 0; j < jobs; j++) {
            all.add(new Job(
                    name(j),
                    0,
                    Optional.of(INPUT),
                    bytes,
                    costs.perMebibyte() / Costs.MIB,
                    Optional.empty(),
                    0,
                    Reduce.NONE,
                    nanos(lead),
                    j == 0 ? Optional.empty() : Optional.of(name(j - 1))));
        }
        return new Workload(List.of(new InputFile(INPUT, bytes, blocks)), all);
    }

    private static String name(int number) {
        return "job " + number;
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * Engine.SECOND);
    }
}
