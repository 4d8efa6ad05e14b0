package io.tiercel.plan.dispatch;

import java.util.Arrays;

/**
 * By how much devices and nodes have proved to be faster or slower than told. Each ended task counts; older ones count
 * less. A device starts at the speed of its kind. A kind starts at the told speed; if its family has proved to be slower than told, it
 * starts slower by the same factor. The start weighs less than one read, and as much as a few computations.
 */
final class LearnedSpeeds {
    private static final double AGEING = 0.94;
    private static final double TOLD_READS = 0.3;
    private static final double TOLD_COMPUTATIONS = 3;
    private static final double MOST = 20;
    /** Higher than for a device: a kind's told bandwidth may be a guess at hardware that nobody has measured. */
    private static final double MOST_OF_KIND = 1000;

    private final Ratios reading = new Ratios(TOLD_READS);
    private final Ratios kinds = new Ratios(TOLD_READS);
    private final Ratios families = new Ratios(TOLD_READS);
    private final Ratios computing = new Ratios(TOLD_COMPUTATIONS);
    private int[] kindOf = {};
    private int[] familyOf = {};

    /** Seconds as they were by seconds as told. */
    private static final class Ratios {
        private final double toldCounts;
        private double[] told = {};
        private double[] seen = {};
        private double[] tasks = {};

        Ratios(double toldCounts) {
            this.toldCounts = toldCounts;
        }

        void grow(int count) {
            told = Arrays.copyOf(told, count);
            seen = Arrays.copyOf(seen, count);
            tasks = Arrays.copyOf(tasks, count);
        }

        void forget(int of) {
            told[of] = 0;
            seen[of] = 0;
            tasks[of] = 0;
        }

        void add(int of, double toldSeconds, double seenSeconds) {
            if (toldSeconds <= 0) {
                return;
            }
            told[of] = told[of] * AGEING + toldSeconds;
            seen[of] = seen[of] * AGEING + seenSeconds;
            tasks[of] = tasks[of] * AGEING + 1;
        }

        /** @param expected before any task has ended */
        double ratio(int of, double expected) {
            if (tasks[of] == 0) {
                return expected;
            }
            double prior = toldCounts / tasks[of] * told[of];
            return (seen[of] + prior * expected) / (told[of] + prior);
        }
    }

    void grow(ClusterModel model) {
        kindOf = model.kindOf();
        familyOf = model.familyOf();
        reading.grow(kindOf.length);
        kinds.grow(familyOf.length);
        families.grow(Arrays.stream(familyOf).max().orElse(ClusterModel.NO_FAMILY) + 1);
        computing.grow(model.nodes());
    }

    /** Resets the learned speed of a device, whose told curve has changed. */
    void forget(int device) {
        reading.forget(device);
    }

    void read(int device, double toldSeconds, double seconds) {
        reading.add(device, toldSeconds, seconds);
        int kind = kindOf[device];
        if (kind != ClusterModel.NO_KIND) {
            kinds.add(kind, toldSeconds, seconds);
            if (familyOf[kind] != ClusterModel.NO_FAMILY) {
                families.add(familyOf[kind], toldSeconds, seconds);
            }
        }
    }

    void computed(int node, double toldSeconds, double seconds) {
        computing.add(node, toldSeconds, seconds);
    }

    /** The bandwidth that a device has shown, as a part of the told one. */
    double speed(int device) {
        int kind = kindOf[device];
        double ofKind = kind == ClusterModel.NO_KIND ? 1 : limited(kinds.ratio(kind, ofFamily(kind)), MOST_OF_KIND);
        return 1 / (ofKind * limited(reading.ratio(device, ofKind) / ofKind, MOST));
    }

    /** At least 1: a family that is faster than told, such as one whose host keeps data in memory, says nothing of other kinds. */
    private double ofFamily(int kind) {
        return familyOf[kind] == ClusterModel.NO_FAMILY ? 1 : Math.max(1, families.ratio(familyOf[kind], 1));
    }

    /** How much longer than told tasks compute on a node. */
    double slowness(int node) {
        return limited(computing.ratio(node, 1), MOST);
    }

    private static double limited(double ratio, double most) {
        return Math.max(1 / most, Math.min(most, ratio));
    }

    /** Ended reads, of which older ones count less. */
    double reads(int device) {
        return reading.tasks[device];
    }
}
