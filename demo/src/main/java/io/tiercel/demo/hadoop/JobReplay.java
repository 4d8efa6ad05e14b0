package io.tiercel.demo.hadoop;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.sim.FileErrors;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.data.SizeClass;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.SwimReader;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.SwimReader.TraceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * The jobs of a replay, in the order of their submission.
 *
 * @param source of the jobs' sizes and order, for people
 */
public record JobReplay(String source, List<ReplayJob> jobs) {
    private static final int WARM_UP_JOBS = 4;

    /** Gaps between submissions grow at most so much on a slow machine: a scene is not to take hours. */
    private static final double MOST_SPREAD = 2;

    /** Jobs of each class, in the classes' order: most jobs are small (Trident, table 2). */
    private static final int[] COUNTS = {3, 2, 2, 2, 1, 1};

    /**
     * The cluster's slots are busy for about this share of the time under stock. In the paper a new job finds slots on most nodes: 8.2 tasks
     * run on 80 processors (section 7.1).
     */
    private static final double LOAD = 0.5;

    /** Seconds that a map takes beside its reading, most of it the start of its JVM. */
    private static final double MAP_START = 2;

    /** Shortest gap between two submissions, in seconds: about what a job of one map takes. */
    private static final double LEAST_GAP = 10;

    public JobReplay {
        jobs = List.copyOf(jobs);
    }

    /**
     * Jobs of all classes, shuffled by the settings' seed.
     *
     * @param divisor of the classes' blocks
     */
    public static JobReplay generated(DemoSettings settings, int divisor) {
        List<SizeClass> classes = new ArrayList<>();
        for (SizeClass each : SizeClass.values()) {
            classes.addAll(Collections.nCopies(COUNTS[each.ordinal()], each));
        }
        if (settings.quick()) {
            classes = List.of(SizeClass.A, SizeClass.C, SizeClass.F);
        }
        List<SizeClass> order = RunOrder.order(classes, 1, settings.seed());
        return new JobReplay("generated", timed(settings, order, divisor));
    }

    /**
     * The first jobs of a trace that read something. Each gets the size of its class and keeps its place in the order; the gaps between
     * submissions keep their proportions, and the cluster is as busy as with generated jobs.
     *
     * @param file of the SWIM suite, possibly compressed by gzip
     */
    public static JobReplay ofTrace(DemoSettings settings, Path file, int count, int divisor) {
        List<Job> read = read(file).stream()
                .filter(job -> job.inputBytes() > 0)
                .limit(count)
                .toList();
        if (read.size() < 2) {
            throw new CommandFailure(file + ": expected at least two jobs with input, got " + read.size());
        }
        List<SizeClass> classes =
                read.stream().map(job -> SizeClass.ofInput(job.inputBytes())).toList();
        List<ReplayJob> even = timed(settings, classes, divisor);
        double span = even.get(even.size() - 1).submitted();
        double first = read.get(0).arrival();
        double inTrace = Math.max(1, read.get(read.size() - 1).arrival() - first);
        List<ReplayJob> jobs = new ArrayList<>();
        for (int i = 0; i < even.size(); i++) {
            ReplayJob job = even.get(i);
            double submitted = span * (read.get(i).arrival() - first) / inTrace;
            jobs.add(new ReplayJob(job.name(), job.sizeClass(), job.blocks(), submitted));
        }
        return new JobReplay("the first " + jobs.size() + " jobs of " + file.getFileName(), jobs);
    }

    private static List<Job> read(Path file) {
        try (InputStream in = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
                BufferedReader lines = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            return SwimReader.read(lines, file.toString(), new SwimScale(1, 1, 0, 0))
                    .jobs();
        } catch (TraceException e) {
            throw new CommandFailure(e.getMessage());
        } catch (IOException e) {
            throw new CommandFailure("--trace: cannot read " + file + ": " + FileErrors.of(e));
        }
    }

    /** Each job follows when the cluster would have ended the one before, with some overlap. */
    private static List<ReplayJob> timed(DemoSettings settings, List<SizeClass> classes, int divisor) {
        double slots = (double) settings.nodes() * settings.slots();
        double map = mapSeconds(settings);
        List<ReplayJob> jobs = new ArrayList<>();
        double time = 0;
        for (SizeClass each : classes) {
            int blocks = Math.max(each.ordinal() + 1, each.blocks() / divisor);
            jobs.add(new ReplayJob("%02d-%s".formatted(jobs.size(), each), each, blocks, time));
            time += Math.max(LEAST_GAP, blocks * map / slots / LOAD);
        }
        return jobs;
    }

    /** How long a map should take under stock, which reads any replica. */
    static double mapSeconds(DemoSettings settings) {
        double bySsd = (double) settings.blockSize().bytes() / settings.ssd().bytes();
        double ofSsd = 1.0 / settings.replication();
        return MAP_START + ofSsd * bySsd + (1 - ofSsd) * settings.blockSeconds();
    }

    /** The same jobs for a machine where a map takes so many times as long. They follow each other more slowly, for the same load. */
    JobReplay spread(double times) {
        double factor = Math.min(MOST_SPREAD, Math.max(1, times));
        return new JobReplay(
                source
                        + (factor > 1
                                ? String.format(Locale.ROOT, ", with gaps %.1f times as long as planned", factor)
                                : ""),
                jobs.stream()
                        .map(job -> job.submittedAt(factor * job.submitted()))
                        .toList());
    }

    /** Its smallest jobs, all at once. */
    JobReplay warmUp() {
        return new JobReplay(
                source,
                jobs.stream()
                        .sorted(Comparator.comparingInt(ReplayJob::blocks))
                        .limit(WARM_UP_JOBS)
                        .map(job -> job.submittedAt(0))
                        .toList());
    }

    int maps() {
        return jobs.stream().mapToInt(ReplayJob::blocks).sum();
    }
}
