package io.tiercel.sim.scenario;

import io.tiercel.sim.scenario.ScenarioReader.TraceOpener;
import io.tiercel.sim.workload.FacebookWorkload;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.SwimReader;
import io.tiercel.sim.workload.SwimScale;
import io.tiercel.sim.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/** The workload of a scenario file, by seed. */
final class WorkloadSection {
    private WorkloadSection() {}

    static LongFunction<Workload> read(SectionReader workload, TraceOpener traces) {
        List<String> kinds = List.of("swim", "facebook", "applications", "jobs");
        List<String> there = kinds.stream().filter(workload::has).toList();
        if (there.size() != 1) {
            throw workload.failure("expected exactly one of " + String.join(", ", kinds) + ", got "
                    + (there.isEmpty() ? "none" : String.join(", ", there)));
        }
        if (workload.has("files") && !workload.has("jobs")) {
            throw workload.failure("files", "is of no use without 'jobs'");
        }
        return switch (there.get(0)) {
            case "swim" -> always(swim(workload.section("swim", Section.SWIM), traces));
            case "facebook" -> facebook(workload.section("facebook", Section.FACEBOOK));
            case "applications" -> always(ApplicationJobs.read(workload));
            default -> always(JobList.read(workload));
        };
    }

    private static LongFunction<Workload> always(Workload workload) {
        return seed -> workload;
    }

    private static LongFunction<Workload> facebook(SectionReader facebook) {
        double cpu = facebook.cost("cpu");
        return seed -> FacebookWorkload.of(seed, cpu);
    }

    private static Workload swim(SectionReader swim, TraceOpener traces) {
        double sizes = swim.above0("sizes", swim.factor("sizes"));
        double times = swim.above0("times", swim.factor("times"));
        long byReduce = swim.has("reduce-input") ? swim.above0("reduce-input", swim.size("reduce-input")) : 0;
        SwimScale scale = new SwimScale(sizes, times, swim.cost("cpu"), byReduce);
        long from = swim.time("from");
        long until = swim.has("until") ? swim.time("until") : Long.MAX_VALUE;
        if (until <= from) {
            throw swim.failure("until", "expected a time after 'from'");
        }
        boolean outputs = swim.isSet("outputs");
        Workload whole;
        try (BufferedReader lines = traces.open(swim.text("file"))) {
            whole = SwimReader.read(lines, swim.text("file"), scale);
        } catch (IOException e) {
            throw swim.failure("file", "cannot be read: " + e.getMessage());
        }
        Workload part =
                part(whole, (long) (from * times), until == Long.MAX_VALUE ? until : (long) (until * times), outputs);
        if (part.jobs().isEmpty()) {
            throw swim.failure("from", "the trace has no jobs from there until the end asked for");
        }
        return part;
    }

    /** The jobs of a part of a trace, and their files. */
    private static Workload part(Workload whole, long from, long until, boolean outputs) {
        List<Job> jobs = new ArrayList<>();
        Set<String> read = new HashSet<>();
        for (Job job : whole.jobs()) {
            if (job.arrival() >= from && job.arrival() < until) {
                Optional<String> output = outputs ? job.output() : Optional.empty();
                Job moved = new Job(
                        job.name(),
                        job.arrival() - from,
                        job.input(),
                        job.inputBytes(),
                        job.cpuSecondsPerByte(),
                        output,
                        output.isPresent() ? job.outputBytes() : 0);
                jobs.add(moved.withReduce(job.reduce()));
                job.input().ifPresent(read::add);
            }
        }
        List<InputFile> files = whole.files().stream()
                .filter(file -> read.contains(file.path()))
                .toList();
        return new Workload(files, jobs);
    }
}
