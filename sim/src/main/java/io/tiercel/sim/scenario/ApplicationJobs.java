package io.tiercel.sim.scenario;

import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The applications of a scenario file as jobs: one for each iteration, each after the one before. */
final class ApplicationJobs {
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
            throw at.failure("expected at most " + SectionReader.MOST + " jobs in all, by 'repeat' and 'iterations'");
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
                    at.cost("cpu"),
                    output == 0 ? Optional.empty() : Optional.of("out/" + instance),
                    output);
            jobs.add(job.withReduce(reduce).withLead(at.time("lead")).withAfter(before));
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
