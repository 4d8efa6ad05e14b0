package io.tiercel.sim.validation;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.TierScores;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.job.TaskSpec.ComputeSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.migrate.PrefetchSpec.AgentSpec;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import io.tiercel.sim.workload.Workload;
import io.tiercel.stage.HoldRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The simulation of a scene's job: jobs over one input, written in turns, one job after the other. The application has run a little job before, and
 * knows how long tasks take.
 *
 * @param jobs number of jobs, of which the last is the scene's
 * @param memory bytes of each node
 * @param lead seconds between submission and call
 */
record SceneSimulation(int jobs, SchedulingSpec scheduling, MemoryUse use, long memory, double lead) {
    static final long ROOM = 1L << 40;

    private static final String INPUT = "input";
    private static final String WARM_UP = "warm-up";
    /** For each slot. */
    private static final int WARM_UP_TASKS = 2;
    /** Spark offers a slot as soon as it is free. */
    private static final long OFFERS = Engine.SECOND / 500;
    /** {@code spark.locality.wait}. */
    private static final long LOCALITY_WAIT = 3 * Engine.SECOND;

    static final double SSD_SCORE = TierScores.TRIDENT.score(0, Tier.SSD);
    private static final double HDD_SCORE = TierScores.TRIDENT.score(0, Tier.HDD);

    private static final long MILLI = Engine.SECOND / 1_000;

    /** Keeps tasks that share processors from starting in step for ever. */
    private static final double SPREAD = 0.5;

    /**
     * Spark's scheduling with Tiercel's plugin.
     *
     * @param scoreUnit {@code spark.tiercel.score.unit}
     */
    static SchedulingSpec scheduling(String policy, double scoreUnit) {
        return new SchedulingSpec(
                AssignmentPolicies.named(policy),
                CostModel.trident(),
                OfferMode.ALL_SLOTS,
                OFFERS,
                LocalityWait.ofNanos(LOCALITY_WAIT),
                true,
                HoldRule.of(
                        AssignmentPolicies.named(policy).holdScope(), LOCALITY_WAIT / MILLI, Math.round(scoreUnit)));
    }

    /** The same where only memory is faster than HDDs; its score of 1 compares with their 20. */
    static SchedulingSpec scheduling(String policy, Testbed testbed) {
        return scheduling(policy, HDD_SCORE * testbed.hdd());
    }

    /** Prefetches under Trident's policy. */
    static SceneSimulation prefetching(Subject subject, PlannerSpec planner, AgentSpec agents) {
        return new SceneSimulation(
                1,
                scheduling("trident", subject.scene().testbed()),
                MemoryUse.prefetching(new PrefetchSpec(planner, agents, ROOM, false), ReplicaOrder.MEMORY_FIRST),
                ROOM,
                subject.any().lead());
    }

    RunSpec run(Subject subject, FittedCosts costs, long seed) {
        Testbed testbed = subject.scene().testbed();
        return new RunSpec(
                testbed.cluster(memory),
                new StorageSpec(new RoundRobinPlacement(testbed), testbed.blockBytes(), new LruPolicy(), use, false),
                workload(subject, costs),
                scheduling,
                new TaskSpec(nanos(costs.start()), 0, new ComputeSpec(testbed.processors(), true, SPREAD)),
                Disturbances.NONE,
                seed);
    }

    private Workload workload(Subject subject, FittedCosts costs) {
        Testbed testbed = subject.scene().testbed();
        InputFile little = file(WARM_UP, Collections.nCopies(WARM_UP_TASKS * testbed.nodes() * testbed.slots(), (long)
                FittedCosts.MIB));
        InputFile input = file(INPUT, subject.blocks());
        List<Job> all = new ArrayList<>();
        all.add(job(WARM_UP, little, 0, costs, Optional.empty()));
        for (int j = 0; j < jobs; j++) {
            all.add(job("job " + j, input, lead, costs, Optional.of(all.get(j).name())));
        }
        return new Workload(List.of(little, input), all);
    }

    private static InputFile file(String name, List<Long> blocks) {
        return new InputFile(name, blocks.stream().mapToLong(Long::longValue).sum(), blocks);
    }

    private static Job job(String name, InputFile input, double lead, FittedCosts costs, Optional<String> after) {
        return new Job(
                name,
                0,
                Optional.of(input.path()),
                input.bytes(),
                costs.perMebibyte() / FittedCosts.MIB,
                Optional.empty(),
                0,
                ReducePhase.NONE,
                nanos(lead + costs.driver()),
                after);
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * Engine.SECOND);
    }

    /**
     * Blocks as the demo writes them. Each is a file; writers take turns, in an order drawn for each turn, and further replicas follow HDFS' default
     * rule. Under {@code ONE_SSD} the replica on the writer is on its SSD.
     *
     * <p>For one run: it counts blocks.
     */
    private static final class RoundRobinPlacement implements Placement {
        private final Testbed testbed;
        private final List<Integer> turn = new ArrayList<>();

        RoundRobinPlacement(Testbed testbed) {
            this.testbed = testbed;
        }

        @Override
        public List<Place> places(Cluster cluster, int writer, long bytes, Random random) {
            int from = writer == NO_WRITER ? next(random) : writer;
            List<Place> places = new ArrayList<>(
                    new OneTierPlacement(Tier.HDD, testbed.replication()).places(cluster, from, bytes, random));
            places.set(0, new Place(places.get(0).node(), first()));
            return places;
        }

        private int next(Random random) {
            if (turn.isEmpty()) {
                for (int node = 0; node < testbed.nodes(); node++) {
                    turn.add(node);
                }
                Collections.shuffle(turn, random);
            }
            return turn.remove(turn.size() - 1);
        }

        private Tier first() {
            return testbed.ssd() > 0 ? Tier.SSD : Tier.HDD;
        }

        @Override
        public List<Tier> tiers() {
            return List.of(first(), Tier.HDD);
        }
    }
}
