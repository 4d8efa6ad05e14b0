package io.tiercel.demo.jobs;

import java.util.List;

/**
 * The driver's report of one job.
 *
 * @param job its name, as the application was given it
 * @param seconds from the call to the collected result
 * @param taskSeconds the run times of all tasks, added up: what the cluster spent on the job
 * @param stages ids of the stages that ran
 * @param sha256 fingerprint of the sorted rows
 */
public record JobMeasurement(
        String app, String job, double seconds, double taskSeconds, List<Integer> stages, int rows, String sha256) {
    public JobMeasurement {
        stages = List.copyOf(stages);
    }
}
