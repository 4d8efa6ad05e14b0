package io.tiercel.sim.compare;

/**
 * A mean over seeds, with its confidence interval.
 *
 * @param mean the mean
 * @param halfWidth the interval is from this much below to this much above; NaN if one seed says nothing of it
 */
public record MeanEstimate(double mean, double halfWidth) {
    /** 0.975-quantiles of Student's t distribution by degrees of freedom from 1 on, to four digits. */
    private static final double[] T = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448,
                2.1314,
        2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452,
                2.0423
    };

    private static final double NORMAL = 1.959964;

    /** The mean and the interval of 95% confidence by Student's t distribution. */
    public static MeanEstimate of(double[] values) {
        int n = values.length;
        double mean = 0;
        for (double value : values) {
            mean += value / n;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new MeanEstimate(mean, n < 2 ? Double.NaN : t(n - 1) * Math.sqrt(squares / (n - 1) / n));
    }

    /** The quantile; above the table the first terms of its expansion by 1/degrees (Abramowitz and Stegun, 26.7.5). */
    static double t(int degrees) {
        if (degrees <= T.length) {
            return T[degrees - 1];
        }
        double x = NORMAL;
        return x
                + (Math.pow(x, 3) + x) / 4 / degrees
                + (5 * Math.pow(x, 5) + 16 * Math.pow(x, 3) + 3 * x) / 96 / degrees / degrees;
    }

    /** Whether there is an interval at all. */
    public boolean hasInterval() {
        return !Double.isNaN(halfWidth);
    }
}
