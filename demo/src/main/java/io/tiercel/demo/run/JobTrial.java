package io.tiercel.demo.run;

import io.tiercel.demo.jobs.DemoApplication.JobMeasurement;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.sim.validation.MeasuredRun;
import java.util.Map;

/**
 * One job, run once on a cluster that was prepared for it.
 *
 * @param round counted from 1; 0 for runs that only teach models
 * @param seconds from the driver's call to the collected result
 * @param tiers the scheduler's account of the tasks
 * @param servedBytes bytes that the DataNodes read, by {@code SSD}, {@code HDD} (from the device) and {@code PAGE_CACHE}
 */
public record JobTrial(
        int round,
        double seconds,
        double taskSeconds,
        TaskTiers tiers,
        Map<String, Long> servedBytes,
        int rows,
        String sha256) {
    public static final String SSD = "SSD";
    public static final String HDD = "HDD";
    public static final String PAGE_CACHE = "PAGE_CACHE";

    public JobTrial {
        servedBytes = Map.copyOf(servedBytes);
    }

    public static JobTrial of(int round, JobRunner.Measured measured) {
        JobMeasurement job = measured.job();
        return new JobTrial(
                round,
                job.seconds(),
                job.taskSeconds(),
                measured.tiers(),
                measured.servedBytes(),
                job.rows(),
                job.sha256());
    }

    public long served(String where) {
        return servedBytes.getOrDefault(where, 0L);
    }

    public long servedInAll() {
        return servedBytes.values().stream().mapToLong(Long::longValue).sum();
    }

    public double fromMemory() {
        return (double) served(PAGE_CACHE) / servedInAll();
    }

    /**
     * The run as the simulator is compared with it.
     *
     * @param lead seconds from submission to the call
     * @param inputBytes that the job's tasks read
     */
    public MeasuredRun measured(String treatment, String job, double lead, long inputBytes) {
        return new MeasuredRun(
                treatment,
                job,
                lead,
                seconds,
                (int) tiers.firstReads(),
                inputBytes,
                served(PAGE_CACHE),
                tiers.happened());
    }
}
