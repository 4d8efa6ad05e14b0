package io.tiercel.sim.paper;

import io.tiercel.sim.paper.DyrsFigures.DyrsSwim;
import io.tiercel.sim.paper.DyrsSetup.Costs;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;

/**
 * Finds what DYRS' paper does not give of jobs and disks: the lead with which table I's jobs take 16.9 s with inputs in memory, and pairs of a disk's loss by seeks and of readers as
 * which a {@code dd} counts with which they take 31.5 s with HDFS. Prints a table of what comes out; what Ignem and DYRS make of the same costs is printed too.
 */
public final class PaperFit {
    private static final int SEEDS = 4;

    private PaperFit() {}

    public static void main(String[] args) {
        System.out.println("readers  loss  HDFS (31.5)  in RAM (16.9)  Ignem (66.4)  DYRS (20.9)");
        for (int readers : new int[] {1, 4, 8, 12, 16, 24}) {
            for (double loss : new double[] {1.0, 1.25, 1.45, 1.75, 2.0}) {
                Costs fitted = DyrsSetup.FITTED;
                Costs costs = new Costs(fitted.lead(), fitted.start(), fitted.cpuSecondsPerByte(), loss, readers);
                DyrsSwim swim = new DyrsSwim(costs, SEEDS);
                System.out.printf("%7d  %4.2f", readers, loss);
                for (FileSystem each : FileSystem.values()) {
                    System.out.printf("  %11.1f", swim.seconds(each, job -> true));
                }
                System.out.println();
            }
        }
    }
}
