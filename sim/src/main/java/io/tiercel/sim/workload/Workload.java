package io.tiercel.sim.workload;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Jobs over files. A job that reads another job's output, or comes after it, begins when that one has ended, and not before its own arrival.
 *
 * @param jobs in the order of their arrivals
 */
public record Workload(List<InputFile> files, List<Job> jobs) {
    public Workload {
        files = List.copyOf(files);
        jobs = List.copyOf(jobs);
        Map<String, Long> lengths = new HashMap<>();
        for (InputFile file : files) {
            if (lengths.put(file.path(), file.bytes()) != null) {
                throw new IllegalArgumentException("file " + file.path() + ": is there twice");
            }
        }
        Set<String> names = new HashSet<>();
        long last = 0;
        for (Job job : jobs) {
            if (!names.add(job.name())) {
                throw new IllegalArgumentException("job " + job.name() + ": is there twice");
            }
            if (job.arrival() < last) {
                throw new IllegalArgumentException("job " + job.name() + ": comes at " + job.arrival()
                        + " ns, after a job that comes at " + last + " ns");
            }
            last = job.arrival();
            checkInput(job, lengths);
            job.after()
                    .filter(name -> name.equals(job.name()) || !names.contains(name))
                    .ifPresent(name -> {
                        throw new IllegalArgumentException(
                                "job " + job.name() + ": comes after job " + name + ", which is not before it");
                    });
            if (job.output().isPresent() && lengths.put(job.output().get(), job.outputBytes()) != null) {
                throw new IllegalArgumentException(
                        "job " + job.name() + ": writes " + job.output().get() + ", which is there already");
            }
        }
    }

    private static void checkInput(Job job, Map<String, Long> lengths) {
        if (job.input().isPresent()) {
            Long length = lengths.get(job.input().get());
            if (length == null) {
                throw new IllegalArgumentException("job " + job.name() + ": reads "
                        + job.input().get() + ", which neither is there nor is written by a job before it");
            }
            if (job.inputBytes() > length) {
                throw new IllegalArgumentException("job " + job.name() + ": reads " + job.inputBytes() + " bytes of "
                        + job.input().get() + ", which has " + length);
            }
        }
    }
}
