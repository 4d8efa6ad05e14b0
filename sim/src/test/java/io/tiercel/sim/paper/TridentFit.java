package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.paper.TridentSetup.TaskCosts;
import io.tiercel.sim.run.Busyness;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.workload.FacebookWorkload.SizeClass;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Finds what the paper does not say of tasks, disks and arrivals, under the default scheduler alone: so that on average 3.4 jobs and 8.2 tasks run when a job comes, jobs of
 * class A take a quarter of all resources (section 7.1, table 2), and jobs of class F gain 20% by OctopusFS (figure 10). Prints a table of what comes out, in the mean of some seeds; the row that is least off is taken.
 */
public final class TridentFit {
    private TridentFit() {}

    private static final int SEEDS = 4;

    public static void main(String[] args) {
        System.out.println(
                "end s  burst  CPU s/MiB  loss  jobs (3.4)  tasks (8.2)  most (50)  share of A (0.25)  F (20%)  off");
        for (int end : new int[] {5, 6, 7}) {
            for (double burst : new double[] {5, 6}) {
                for (double cpu : new double[] {0.07, 0.1}) {
                    for (double loss : new double[] {6, 7, 8, 9, 10}) {
                        print(new TaskCosts(end * Engine.SECOND, cpu / (1 << 20), loss, burst));
                    }
                }
            }
        }
    }

    private static void print(TaskCosts costs) {
        List<RunResult> hdfs = LongStream.rangeClosed(1, SEEDS)
                .mapToObj(seed -> Simulation.run(
                        TridentSetup.facebook(FileSystem.HDFS, Scheduler.DEFAULT.hadoop(), MemoryUse.NONE, costs, seed),
                        Integer.MAX_VALUE))
                .toList();
        JobStatistics tiered = JobStatistics.of(
                SEEDS,
                seed -> TridentSetup.facebook(
                        FileSystem.OCTOPUS_FS, Scheduler.DEFAULT.hadoop(), MemoryUse.NONE, costs, seed));
        List<Busyness> busy = hdfs.stream().map(Busyness::of).toList();
        double jobs = mean(busy, Busyness::jobs);
        double tasks = mean(busy, Busyness::tasks);
        double shareOfA = mean(busy, Busyness::shareOfA);
        double sooner = tiered.of(SizeClass.F).sooner(JobStatistics.of(hdfs).of(SizeClass.F));
        System.out.printf(
                "%5d  %5.0f  %9.2f  %4.0f  %10.1f  %11.1f  %9.0f  %17.2f  %7.0f  %.2f%n",
                costs.end() / Engine.SECOND,
                costs.burst(),
                costs.cpuSecondsPerByte() * (1 << 20),
                costs.seekLoss(),
                jobs,
                tasks,
                mean(busy, Busyness::mostTasks),
                shareOfA,
                sooner,
                off(jobs, 3.4) + off(tasks, 8.2) + off(shareOfA, 0.25) + off(sooner, 20));
    }

    /** By how much a value differs from the paper's, as a ratio's logarithm. */
    private static double off(double ours, double paper) {
        return Math.abs(Math.log(Math.max(ours, 0.01) / paper));
    }

    private static double mean(List<Busyness> runs, ToDoubleFunction<Busyness> what) {
        return runs.stream().mapToDouble(what).average().orElseThrow();
    }
}
