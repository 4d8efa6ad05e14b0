package io.tiercel.sim.run;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement.ReplicaPerTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * How long whole runs take, with policy, storage and verifier: 340,000 tasks, so a million task events (start, read, end), on 1,000 nodes. Prints a line for
 * each policy.
 */
public final class SimulationThroughput {
    private static final long BLOCK = 128_000_000;

    private SimulationThroughput() {}

    public static void main(String[] args) {
        for (String policy : args.length > 0 ? List.of(args) : AssignmentPolicies.names()) {
            RunSpec scenario = scenario(policy);
            long begin = System.nanoTime();
            RunResult run = Simulation.run(scenario, 0);
            System.out.printf(
                    "%-12s %,d events of the log, %,d of the engine, %,d decisions, %.0f s of simulated time in %.1f"
                            + " s; log %s%n",
                    policy,
                    run.log().lines(),
                    run.events(),
                    run.decisions(),
                    run.ended() / 1e9,
                    (System.nanoTime() - begin) / 1e9,
                    run.log().sha256().substring(0, 16));
        }
    }

    /** 1,700 jobs of 200 blocks, 40 racks of 25 nodes with 8 slots, about three quarters of them busy. */
    private static RunSpec scenario(String policy) {
        Random random = new Random(1);
        List<InputFile> files = new ArrayList<>();
        for (int f = 0; f < 300; f++) {
            files.add(new InputFile("file" + f, 200 * BLOCK));
        }
        List<Job> jobs = new ArrayList<>();
        for (int j = 0; j < 1_700; j++) {
            String input = files.get(random.nextInt(files.size())).path();
            jobs.add(new Job(
                    "job" + j,
                    j * Engine.SECOND / 2,
                    Optional.of(input),
                    200 * BLOCK,
                    10.0 / BLOCK,
                    Optional.empty(),
                    0));
        }
        ClusterSpec cluster = Specs.tiered(40, 25, 8, 8_000);
        return RunSpecs.plain(
                cluster,
                new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD)),
                new Workload(files, jobs),
                new SchedulingSpec(
                        AssignmentPolicies.named(policy), CostModel.trident(), OfferMode.ALL_SLOTS, Engine.SECOND),
                BLOCK,
                Engine.SECOND,
                1);
    }
}
