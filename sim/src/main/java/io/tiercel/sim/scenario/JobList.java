package io.tiercel.sim.scenario;

import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The jobs and files that a scenario file lists one by one. */
final class JobList {
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
