package io.tiercel.sim.job;

import io.tiercel.sim.workload.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which jobs wait for others, or for what others write. */
public final class JobDependencies {
    private final Map<String, List<Job>> waitingForFile = new HashMap<>();
    /** By jobs that have not ended. */
    private final Map<String, List<Job>> waitingForJob = new HashMap<>();

    private final Set<String> failedJobs = new HashSet<>();
    /** That were to be written by jobs that have failed. */
    private final Set<String> failedFiles = new HashSet<>();

    public JobDependencies(List<Job> jobs) {
        jobs.forEach(job -> job.after().ifPresent(name -> waitingForJob.put(name, new ArrayList<>())));
    }

    /** Lets a job wait if the one after which it comes has not ended; false if it has. */
    public boolean waitsForJob(Job job) {
        List<Job> others = job.after().map(waitingForJob::get).orElse(null);
        return others != null && others.add(job);
    }

    /** Lets a job wait for a file that another one writes. */
    public void waitForFile(Job job, String path) {
        waitingForFile.computeIfAbsent(path, any -> new ArrayList<>()).add(job);
    }

    /** Why a job can begin no more; empty if it can, or will. */
    public Optional<String> neverBegins(Job job) {
        if (job.after().filter(failedJobs::contains).isPresent()) {
            return job.after().map(name -> "job " + name + ", after which it comes, has failed");
        }
        return job.input()
                .filter(failedFiles::contains)
                .map(path -> "its input " + path + " was not written, since a job has failed");
    }

    /** A job has ended; those that waited for it. */
    public List<Job> ended(Job job) {
        List<Job> waiting = new ArrayList<>();
        job.output().map(waitingForFile::remove).ifPresent(waiting::addAll);
        Optional.ofNullable(waitingForJob.remove(job.name())).ifPresent(waiting::addAll);
        return waiting;
    }

    /** It has failed, and so do those that waited for it. */
    public List<Job> failed(Job job) {
        failedJobs.add(job.name());
        job.output().ifPresent(failedFiles::add);
        return ended(job);
    }
}
