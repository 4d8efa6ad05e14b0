package io.tiercel.sim.run;

import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.workload.FacebookWorkload.SizeClass;
import java.util.List;

/**
 * How busy a run's cluster was, as Trident's section 7.1 puts it.
 *
 * @param jobs running jobs when a job comes, in the mean
 * @param tasks running tasks when a job comes, in the mean
 * @param mostTasks the most of these
 * @param shareOfA share of the tasks' time that jobs of class A take
 */
public record Busyness(double jobs, double tasks, int mostTasks, double shareOfA) {
    /** From a run whose log is kept in full. */
    public static Busyness of(RunResult run) {
        int runningJobs = 0;
        int running = 0;
        int most = 0;
        double jobs = 0;
        double tasks = 0;
        for (String line : run.log().kept()) {
            switch (line.split("\t")[1].strip()) {
                case "job-begins" -> {
                    jobs += runningJobs++;
                    tasks += running;
                    most = Math.max(most, running);
                }
                case "job-ends" -> runningJobs--;
                case "task-starts" -> running++;
                case "task-ends" -> running--;
                default -> {}
            }
        }
        int count = run.jobs().size();
        return new Busyness(jobs / count, tasks / count, most, shareOfA(run.jobs()));
    }

    private static double shareOfA(List<JobResult> jobs) {
        double all = 0;
        double ofA = 0;
        for (JobResult job : jobs) {
            all += job.taskNanos();
            ofA += SizeClass.of(job.job().inputBytes()) == SizeClass.A ? job.taskNanos() : 0;
        }
        return ofA / all;
    }
}
