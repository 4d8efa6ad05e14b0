package io.tiercel.prefetch.learn;

import io.tiercel.model.Preconditions;
import java.util.Arrays;

/**
 * By what factor a kind of job takes longer than the models foretell, learned from the last few: the median of what was measured over what
 * was foretold. A median, so that one job that met with something else teaches nothing.
 */
public final class CorrectionFactor {
    /** How many jobs back; the factor follows a cluster that has changed after half of them. */
    private static final int LAST = 5;

    /** Before there are as many, so many that came out as foretold stand for the rest: one job alone may have met with something else. */
    private static final int ASSUMED = 2;

    /** Beyond this something else is wrong than the model. */
    private static final double MOST = 20;

    /** A model that is off by less is as good as any. */
    private static final double WORTH_SAYING = 1.25;

    private final double[] ratios;

    private CorrectionFactor(double[] ratios) {
        this.ratios = ratios;
    }

    /** One that knows of no job yet. */
    public static CorrectionFactor none() {
        return new CorrectionFactor(new double[0]);
    }

    /**
     * One that goes on from where another's {@link #state} was taken.
     *
     * @throws IllegalArgumentException if it is not such a state
     */
    public static CorrectionFactor restored(double[] state) {
        for (double ratio : state) {
            Preconditions.positive("ratio", ratio);
        }
        return new CorrectionFactor(SlidingWindow.of(state, LAST));
    }

    /**
     * With one job more.
     *
     * @param foretold by the models, uncorrected, seconds
     * @param measured seconds; neither is learned from if one of them is 0 or not known
     */
    public CorrectionFactor with(double foretold, double measured) {
        double ratio = measured / foretold;
        if (!(foretold > 0 && ratio > 0 && ratio < Double.POSITIVE_INFINITY)) {
            return this;
        }
        return new CorrectionFactor(SlidingWindow.of(ratios, LAST, Math.max(1 / MOST, Math.min(MOST, ratio))));
    }

    /** What to multiply with; 1 before the first job. */
    public double factor() {
        if (ratios.length == 0) {
            return 1;
        }
        double[] sorted = Arrays.copyOf(ratios, Math.min(LAST, ratios.length + ASSUMED));
        Arrays.fill(sorted, ratios.length, sorted.length, 1);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        // Between two in the middle the geometric mean: half as long and twice as long are equally far off.
        return sorted.length % 2 == 1 ? sorted[middle] : Math.sqrt(sorted[middle - 1] * sorted[middle]);
    }

    /** Whether the model is off by enough to tell people. */
    public boolean isOff() {
        double factor = factor();
        return factor > WORTH_SAYING || factor < 1 / WORTH_SAYING;
    }

    /** The last ratios, for {@link #restored}. */
    public double[] state() {
        return ratios.clone();
    }
}
