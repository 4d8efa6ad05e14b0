package io.tiercel.sim.job;

import io.tiercel.sim.workload.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Jobs that wait for other jobs, or for files that these write. */
public final class JobDependencies {
    private final Map<String, List<Job>> waitingForFile = new HashMap<>();
    /** By names of jobs that have not ended. */
    private final Map<String, List<Job>> waitingForJob = new HashMap<>();

    private final Set<String> failedJobs = new HashSet<>();
    /** Files that failed jobs were to write. */
    private final Set<String> failedFiles = new HashSet<>();

    public JobDependencies(List<Job> jobs) {
        jobs.forEach(job -> job.after().ifPresent(name -> waitingForJob.put(name, new ArrayList<>())));
    }

    /** Adds a job to those that wait for its predecessor; false if that has ended. */
    public boolean waitsForJob(Job job) {
        List<Job> others = job.after().map(waitingForJob::get).orElse(null);
        return others != null && others.add(job);
    }

    public void waitForFile(Job job, String path) {
        waitingForFile.computeIfAbsent(path, any -> new ArrayList<>()).add(job);
    }

    /** Why a job will never begin; empty if it can, or will. */
    public Optional<String> neverBegins(Job job) {
        if (job.after().filter(failedJobs::contains).isPresent()) {
            return job.after().map(name -> "job " + name + ", after which it comes, has failed");
        }
        return job.input()
                .filter(failedFiles::contains)
                .map(path -> "its input " + path + " was not written, since a job has failed");
    }

    /** Removes and returns the jobs that waited for one that has ended. */
    public List<Job> ended(Job job) {
        List<Job> waiting = new ArrayList<>();
        job.output().map(waitingForFile::remove).ifPresent(waiting::addAll);
        Optional.ofNullable(waitingForJob.remove(job.name())).ifPresent(waiting::addAll);
        return waiting;
    }

    /** The same for a job that has failed. The waiting ones will fail too. */
    public List<Job> failed(Job job) {
        failedJobs.add(job.name());
        job.output().ifPresent(failedFiles::add);
        return ended(job);
    }
}
