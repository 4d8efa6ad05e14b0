package io.tiercel.prefetch.learn;

import io.tiercel.model.Preconditions;
import java.util.Arrays;

/**
 * How much longer a kind of job takes than predicted, learned from its last jobs: the median of measured over predicted time. A
 * median, so that one unusual job teaches nothing.
 */
public final class CorrectionFactor {
    /** Jobs remembered; after a change the factor follows within half of them. */
    private static final int LAST = 5;

    /** Ratios of 1 that stand for missing jobs, since a single job may be unusual. */
    private static final int ASSUMED = 2;

    /** Larger ratios are no error of the models, and are cut. */
    private static final double MOST = 20;

    /** Users are told of errors above this factor. */
    private static final double WORTH_SAYING = 1.25;

    private final double[] ratios;

    private CorrectionFactor(double[] ratios) {
        this.ratios = ratios;
    }

    public static CorrectionFactor none() {
        return new CorrectionFactor(new double[0]);
    }

    /** @throws IllegalArgumentException if it is no {@link #state} of such a factor */
    public static CorrectionFactor restored(double[] state) {
        for (double ratio : state) {
            Preconditions.positive("ratio", ratio);
        }
        return new CorrectionFactor(SlidingMedian.last(state, LAST));
    }

    /**
     * The factor after another job.
     *
     * @param foretold by the models, uncorrected, seconds
     * @param measured seconds; nothing is learned if either is 0 or unknown
     */
    public CorrectionFactor with(double foretold, double measured) {
        double ratio = measured / foretold;
        if (!(foretold > 0 && ratio > 0 && ratio < Double.POSITIVE_INFINITY)) {
            return this;
        }
        return new CorrectionFactor(SlidingMedian.last(ratios, LAST, Math.max(1 / MOST, Math.min(MOST, ratio))));
    }

    /** The factor; 1 before the first job. */
    public double factor() {
        if (ratios.length == 0) {
            return 1;
        }
        double[] sorted = Arrays.copyOf(ratios, Math.min(LAST, ratios.length + ASSUMED));
        Arrays.fill(sorted, ratios.length, sorted.length, 1);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        // The geometric mean of two in the middle: half and twice as long are equally far off.
        return sorted.length % 2 == 1 ? sorted[middle] : Math.sqrt(sorted[middle - 1] * sorted[middle]);
    }

    /** Whether the models are off by enough to tell users. */
    public boolean isOff() {
        double factor = factor();
        return factor > WORTH_SAYING || factor < 1 / WORTH_SAYING;
    }

    /** The last ratios, for {@link #restored}. */
    public double[] state() {
        return ratios.clone();
    }
}
