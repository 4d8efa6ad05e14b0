package io.tiercel.sim.paper;

import io.tiercel.sim.paper.ScheduledCachingFigures.Costs;
import io.tiercel.sim.paper.ScheduledCachingFigures.Setup;

/**
 * Finds what Scheduled Caching's paper does not give of disks and jobs, on its rows of disk (2,600 s) and memory (1,105 s). Prints a table of what comes out; what
 * prefetching makes of the same costs is printed too, and is not fitted on.
 */
public final class ScheduledCachingFit {
    private ScheduledCachingFit() {}

    public static void main(String[] args) {
        System.out.println("disk MB/s  loss  CPU s/MB  disk (2600)  memory (1105)  prefetching");
        for (double disk : new double[] {1.5, 2.4}) {
            for (double loss : new double[] {4, 8, 12}) {
                double cpu = 3.08;
                System.out.printf("%9.1f  %4.0f  %8.2f", disk, loss, cpu);
                for (Setup setup : Setup.values()) {
                    Costs costs = new Costs(disk * 1e6, loss, cpu / 1e6);
                    System.out.printf(
                            "  %11.0f", ScheduledCachingFigures.mean(ScheduledCachingFigures.jobs(setup, costs, 3)));
                }
                System.out.println();
            }
        }
    }
}
