package io.tiercel.plan.dispatch;

import java.util.Arrays;

/**
 * By how much devices and nodes have proved to be faster or slower than told. Each ended task counts; older ones count less. The
 * told value weighs as much as a few tasks.
 */
final class LearnedSpeeds {
    private static final double AGEING = 0.94;
    private static final double TOLD_READS = 0.3;
    private static final double TOLD_COMPUTATIONS = 3;
    private static final double MOST = 20;

    private final Ratios reading;
    private final Ratios computing;

    /** Seconds as they were by seconds as told. */
    private static final class Ratios {
        private final double toldCounts;
        private final double[] told;
        private final double[] seen;
        private final double[] tasks;
        private final double[] ratio;

        Ratios(int count, double toldCounts) {
            this.toldCounts = toldCounts;
            this.told = new double[count];
            this.seen = new double[count];
            this.tasks = new double[count];
            this.ratio = new double[count];
            Arrays.fill(ratio, 1);
        }

        void add(int of, double toldSeconds, double seenSeconds) {
            if (toldSeconds <= 0) {
                return;
            }
            told[of] = told[of] * AGEING + toldSeconds;
            seen[of] = seen[of] * AGEING + seenSeconds;
            tasks[of] = tasks[of] * AGEING + 1;
            double prior = toldCounts / tasks[of] * told[of];
            ratio[of] = Math.max(1 / MOST, Math.min(MOST, (seen[of] + prior) / (told[of] + prior)));
        }
    }

    LearnedSpeeds(int devices, int nodes) {
        this.reading = new Ratios(devices, TOLD_READS);
        this.computing = new Ratios(nodes, TOLD_COMPUTATIONS);
    }

    void read(int device, double toldSeconds, double seconds) {
        reading.add(device, toldSeconds, seconds);
    }

    void computed(int node, double toldSeconds, double seconds) {
        computing.add(node, toldSeconds, seconds);
    }

    /** The bandwidth that a device has shown, as a part of the told one. */
    double speed(int device) {
        return 1 / reading.ratio[device];
    }

    /** How much longer than told tasks compute on a node. */
    double slowness(int node) {
        return computing.ratio[node];
    }

    /** Ended reads, of which older ones count less. */
    double reads(int device) {
        return reading.tasks[device];
    }
}
