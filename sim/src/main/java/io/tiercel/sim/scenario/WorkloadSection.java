package io.tiercel.sim.scenario;

import io.tiercel.sim.scenario.ScenarioFile.TraceOpener;
import io.tiercel.sim.workload.FacebookWorkload;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import io.tiercel.sim.workload.SwimReader;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** The jobs and files that a scenario file lists one by one. */
    private static final class JobList {
        private final List<InputFile> files = new ArrayList<>();
        private final List<Job> jobs = new ArrayList<>();
        /** Lengths of files and of jobs' outputs, by name. */
        private final Map<String, Long> readable = new HashMap<>();

        private JobList() {}

        static Workload read(SectionReader workload) {
            JobList list = new JobList();
            for (SectionReader file : workload.sections("files", Section.FILE)) {
                list.addFile(file);
            }
            for (SectionReader job : workload.someSections("jobs", Section.JOB)) {
                list.addJob(job);
            }
            return workload.made(() -> new Workload(list.files, list.jobs));
        }

        private void addFile(SectionReader at) {
            String name = at.text("name");
            if (readable.putIfAbsent(name, at.size("size")) != null) {
                throw at.failure("name", "there is a file '" + name + "' already");
            }
            files.add(new InputFile(name, at.size("size")));
        }

        private void addJob(SectionReader at) {
            String name = at.text("name");
            long arrival = at.time("arrival");
            long last = jobs.isEmpty() ? 0 : jobs.get(jobs.size() - 1).arrival();
            if (arrival < last) {
                throw at.failure(
                        "arrival",
                        "expected at least that of the job before, " + last / 1e9 + " s, got " + arrival / 1e9 + " s");
            }
            Optional<String> after = at.name("after");
            if (after.isPresent() && jobs.stream().noneMatch(job -> job.name().equals(after.get()))) {
                throw at.failure("after", "there is no job '" + after.get() + "' before this one");
            }
            Optional<String> input = at.name("input");
            long bytes = input.isPresent() ? bytes(at, input.get()) : 0;
            long output = at.size("output");
            Job job = new Job(name, arrival, input, bytes, at.cost("cpu"), Optional.of(name), output)
                    .withReduce(ApplicationJobs.reduce(at, at.size("shuffle")))
                    .withLead(at.time("lead"))
                    .withAfter(after);
            if (readable.putIfAbsent(name, output) != null) {
                throw at.failure("name", "there is a job or a file '" + name + "' already");
            }
            jobs.add(job);
        }

        private long bytes(SectionReader at, String input) {
            Long length = readable.get(input);
            if (length == null) {
                throw at.failure("input", "there is no file '" + input + "', and no job before this one of that name");
            }
            long bytes = at.has("bytes") ? at.size("bytes") : length;
            if (bytes > length) {
                throw at.failure(
                        "bytes", "expected at most " + length + " bytes, the length of '" + input + "', got " + bytes);
            }
            return bytes;
        }
    }

    /** The applications of a scenario file as jobs: one for each iteration, each after the one before. */
    private static final class ApplicationJobs {
        private final Map<String, Long> files = new LinkedHashMap<>();
        private final List<Job> jobs = new ArrayList<>();
        private final Set<String> names = new HashSet<>();

        private ApplicationJobs() {}

        static Workload read(SectionReader workload) {
            ApplicationJobs all = new ApplicationJobs();
            for (SectionReader application : workload.someSections("applications", Section.APPLICATION)) {
                all.add(application);
            }
            List<InputFile> files = new ArrayList<>();
            all.files.forEach((name, bytes) -> files.add(new InputFile(name, bytes)));
            all.jobs.sort(Comparator.comparingLong(Job::arrival)); // stable: iterations stay in their order
            return workload.made(() -> new Workload(files, all.jobs));
        }

        private void add(SectionReader at) {
            String name = at.text("name");
            if (!names.add(name)) {
                throw at.failure("name", "there is an application '" + name + "' already");
            }
            int repeat = at.count("repeat", 1);
            if (jobs.size() + (long) repeat * at.count("iterations", 1) > SectionReader.MOST) {
                throw at.failure(
                        "expected at most " + SectionReader.MOST + " jobs in all, by 'repeat' and 'iterations'");
            }
            if (repeat * (double) at.time("every") > Long.MAX_VALUE / 2.0) {
                throw at.failure("every", "expected less for so many");
            }
            for (int r = 0; r < repeat; r++) {
                String instance = repeat == 1 ? name : name + "#" + (r + 1);
                String file = at.name("file").map(shared -> "shared/" + shared).orElse("in/" + instance);
                files.merge(file, at.size("input"), Math::max);
                iterations(at, instance, file, at.time("arrival") + r * at.time("every"));
            }
        }

        private void iterations(SectionReader at, String instance, String file, long arrival) {
            long bytes = at.size("input");
            int iterations = at.count("iterations", 1);
            double cpu = at.cost("cpu");
            long lead = at.time("lead");
            ReducePhase reduce = reduce(at, (long) (bytes * at.factor("shuffle")));
            Optional<String> before = Optional.empty();
            for (int i = 1; i <= iterations; i++) {
                String name = iterations == 1 ? instance : instance + "/" + i;
                long output = i == iterations ? (long) (bytes * at.factor("output")) : 0;
                Job job = new Job(
                        name,
                        arrival,
                        Optional.of(file),
                        bytes,
                        cpu,
                        output == 0 ? Optional.empty() : Optional.of("out/" + instance),
                        output);
                jobs.add(job.withReduce(reduce).withLead(lead).withAfter(before));
                before = Optional.of(name);
            }
        }

        /** The reduces of an application's job, or of a listed job. */
        static ReducePhase reduce(SectionReader at, long shuffle) {
            int reduces = at.count("reduces", 0);
            if (reduces == 0 && shuffle > 0) {
                throw at.failure("shuffle", "expected 0 without reduces");
            }
            return new ReducePhase(reduces, shuffle, at.has("reduce-cpu") ? at.cost("reduce-cpu") : at.cost("cpu"));
        }
    }
}
