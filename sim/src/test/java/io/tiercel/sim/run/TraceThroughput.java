package io.tiercel.sim.run;

import io.tiercel.assign.CostModel;
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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * How long a part of a compressed SWIM trace takes on 3,000 nodes. Arguments: the file, a policy, seconds of the trace, its map input only.
 */
public final class TraceThroughput {
    private static final long BLOCK = 128L << 20;

    private TraceThroughput() {}

    public static void main(String[] args) throws IOException {
        Workload workload = part(read(args[0]), Long.parseLong(args[2]) * Engine.SECOND);
        ClusterSpec cluster = Specs.tiered(75, 40, 8, 16_000);
        Scenario scenario = new Scenario(
                cluster,
                new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD)),
                new LruPolicy(),
                workload,
                new Scheduling(Policies.named(args[1]), CostModel.trident(), Offer.ALL_SLOTS, Engine.SECOND),
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
    }

    private static Workload read(String file) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(Path.of(file))), StandardCharsets.UTF_8))) {
            return SwimReader.read(lines, file, new SwimScale(1, 1, 10.0 / BLOCK));
        }
    }

    /** The jobs that come before {@code end}, without their outputs, and the files that they read. */
    private static Workload part(Workload whole, long end) {
        List<Job> jobs = whole.jobs().stream()
                .filter(job -> job.arrival() < end)
                .map(job -> new Job(
                        job.name(),
                        job.arrival(),
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
}
