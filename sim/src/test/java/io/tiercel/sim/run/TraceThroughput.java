package io.tiercel.sim.run;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Decision;
import io.tiercel.assign.Policies;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ReplicaPerTierPlacement;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.work.InputFile;
import io.tiercel.sim.work.Job;
import io.tiercel.sim.work.SwimReader;
import io.tiercel.sim.work.SwimScale;
import io.tiercel.sim.work.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * How long a part of a compressed SWIM trace takes, and the policy's decisions in it. Arguments: the file, a policy, from and until which second of the trace, racks of 40
 * nodes (75 for 3,000). Map input only.
 */
public final class TraceThroughput {
    private static final long BLOCK = 128L << 20;

    private TraceThroughput() {}

    public static void main(String[] args) throws IOException {
        Workload workload =
                part(read(args[0]), Long.parseLong(args[2]) * Engine.SECOND, Long.parseLong(args[3]) * Engine.SECOND);
        ClusterSpec cluster = Specs.tiered(Integer.parseInt(args[4]), 40, 8, 16_000);
        Timed policy = new Timed(Policies.named(args[1]));
        Scenario scenario = new Scenario(
                cluster,
                new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD)),
                new LruPolicy(),
                workload,
                new Scheduling(policy, CostModel.trident(), Offer.ALL_SLOTS, Engine.SECOND),
                BLOCK,
                Engine.SECOND,
                1);
        long begin = System.nanoTime();
        RunResult run = Simulation.run(scenario, 0);
        System.out.printf(
                "%s: %,d jobs, %,d events of the log, %,d of the engine, %,d decisions, %.0f s of simulated time in"
                        + " %.1f s, %,d MiB used%n",
                args[1],
                run.jobs().size(),
                run.log().lines(),
                run.events(),
                run.decisions(),
                run.ended() / 1e9,
                (System.nanoTime() - begin) / 1e9,
                (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20);
        policy.print();
    }

    private static Workload read(String file) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(Path.of(file))), StandardCharsets.UTF_8))) {
            return SwimReader.read(lines, file, new SwimScale(1, 1, 10.0 / BLOCK));
        }
    }

    /** The jobs of a part, without their outputs, and the files that they read. */
    private static Workload part(Workload whole, long begin, long end) {
        List<Job> jobs = whole.jobs().stream()
                .filter(job -> job.arrival() >= begin && job.arrival() < end)
                .map(job -> new Job(
                        job.name(),
                        job.arrival() - begin,
                        job.input(),
                        job.inputBytes(),
                        job.cpuSecondsPerByte(),
                        Optional.empty(),
                        0))
                .toList();
        Set<String> read = new HashSet<>();
        jobs.forEach(job -> job.input().ifPresent(read::add));
        List<InputFile> files = whole.files().stream()
                .filter(file -> read.contains(file.path()))
                .toList();
        return new Workload(files, jobs);
    }

    /** A policy with a watch. */
    private static final class Timed implements AssignmentPolicy {
        private final AssignmentPolicy policy;
        private final List<long[]> taken = new ArrayList<>();

        private Timed(AssignmentPolicy policy) {
            this.policy = policy;
        }

        @Override
        public String name() {
            return policy.name();
        }

        @Override
        public boolean isLeastCost() {
            return policy.isLeastCost();
        }

        @Override
        public Decision decide(AssignmentProblem problem) {
            long begin = System.nanoTime();
            Decision decision = policy.decide(problem);
            taken.add(new long[] {System.nanoTime() - begin, problem.tasks().size()});
            return decision;
        }

        private void print() {
            taken.sort(Comparator.comparingLong(each -> each[0]));
            double[] shares = {0.5, 0.95, 0.99, 1};
            for (double share : shares) {
                long[] at = taken.get((int) Math.ceil(share * taken.size()) - 1);
                System.out.printf(
                        "%.0f%% of decisions within %.2f ms (that one: %,d tasks)%n", 100 * share, at[0] / 1e6, at[1]);
            }
        }
    }
}
