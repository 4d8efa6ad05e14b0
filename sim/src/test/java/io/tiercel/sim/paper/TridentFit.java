package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.TaskCosts;
import io.tiercel.sim.run.Busyness;
import io.tiercel.sim.run.Simulation;

/**
 * Finds the two costs of a task that the paper does not give, on HDFS under the default scheduler: so that on average 8.2 tasks run when a job comes, and
 * jobs of class A take a quarter of all resources (section 7.1, table 2). Prints a table of what comes out.
 */
public final class TridentFit {
    private TridentFit() {}

    public static void main(String[] args) {
        System.out.println("start s  CPU s/MiB  jobs (3.4)  tasks (8.2)  most (50)  share of A (0.25)");
        for (int start : new int[] {5, 10, 20, 30, 40, 50}) {
            for (double cpu : new double[] {0.05, 0.1, 0.2, 0.3, 0.4}) {
                TaskCosts costs = new TaskCosts(start * Engine.SECOND, cpu / (1 << 20));
                Busyness busy = Busyness.of(
                        Simulation.run(TridentSetup.facebook(FileSystem.HDFS, "stock", costs, 1), Integer.MAX_VALUE));
                System.out.printf(
                        "%7d  %9.2f  %10.1f  %11.1f  %9d  %17.2f%n",
                        start, cpu, busy.jobs(), busy.tasks(), busy.mostTasks(), busy.shareOfA());
            }
        }
    }
}
