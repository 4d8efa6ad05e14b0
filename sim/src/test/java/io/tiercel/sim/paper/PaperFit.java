package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.paper.DyrsSetup.Costs;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;

/**
 * Finds the costs of a job and the disks' loss by seeks that DYRS' paper does not give, on table I's rows without migrations: 31.5 s with HDFS and 16.9 s with inputs in memory. Prints
 * a table of what comes out; what Ignem and DYRS make of the same costs is printed too, and is not fitted on.
 */
public final class PaperFit {
    private PaperFit() {}

    public static void main(String[] args) {
        System.out.println("lead s  CPU s/MB  loss  HDFS (31.5)  in RAM (16.9)  Ignem  DYRS");
        for (int lead : new int[] {5, 8}) {
            for (double cpu : new double[] {0.03, 0.06}) {
                for (double loss : new double[] {1, 3, 6}) {
                    Costs costs = new Costs(lead * Engine.SECOND, Engine.SECOND, cpu / 1e6, loss);
                    DyrsSwim swim = new DyrsSwim(costs, 2);
                    System.out.printf("%6d  %8.3f  %4.1f", lead, cpu, loss);
                    for (FileSystem each : FileSystem.values()) {
                        System.out.printf("  %11.1f", swim.seconds(each, job -> true));
                    }
                    System.out.println();
                }
            }
        }
    }
}
