package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.paper.TridentSetup.TaskCosts;
import io.tiercel.sim.run.Busyness;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.work.SizeClass;
import java.util.List;

/**
 * Finds what the paper does not say of tasks, disks and arrivals, under the default scheduler alone: so that on average 3.4 jobs and 8.2 tasks run when a job comes, jobs of
 * class A take a quarter of all resources (section 7.1, table 2), and jobs of class F gain 20% by OctopusFS (figure 10). Prints a table of what comes out.
 */
public final class TridentFit {
    private TridentFit() {}

    public static void main(String[] args) {
        System.out.println(
                "end s  burst  CPU s/MiB  loss  jobs (3.4)  tasks (8.2)  most (50)  share of A (0.25)  F (20%)");
        for (int end : new int[] {5, 7}) {
            for (double burst : new double[] {5, 6}) {
                for (double cpu : new double[] {0.07, 0.1}) {
                    for (double loss : new double[] {6, 10}) {
                        print(new TaskCosts(end * Engine.SECOND, cpu / (1 << 20), loss, burst));
                    }
                }
            }
        }
    }

    private static void print(TaskCosts costs) {
        RunResult hdfs = Simulation.run(
                TridentSetup.facebook(FileSystem.HDFS, Scheduler.DEFAULT.hadoop(), costs, 1), Integer.MAX_VALUE);
        Outcome tiered = Outcome.of(
                1, seed -> TridentSetup.facebook(FileSystem.OCTOPUS_FS, Scheduler.DEFAULT.hadoop(), costs, seed));
        Busyness busy = Busyness.of(hdfs);
        System.out.printf(
                "%5d  %5.0f  %9.2f  %4.0f  %10.1f  %11.1f  %9d  %17.2f  %7.0f%n",
                costs.end() / Engine.SECOND,
                costs.burst(),
                costs.cpuSecondsPerByte() * (1 << 20),
                costs.seekLoss(),
                busy.jobs(),
                busy.tasks(),
                busy.mostTasks(),
                busy.shareOfA(),
                tiered.of(SizeClass.F).sooner(Outcome.of(List.of(hdfs)).of(SizeClass.F)));
    }
}
