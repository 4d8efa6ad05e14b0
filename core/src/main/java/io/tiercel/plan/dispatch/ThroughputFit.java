package io.tiercel.plan.dispatch;

import io.tiercel.model.Preconditions;
import io.tiercel.model.ReadCurve;
import java.util.List;

/**
 * Fits a device's curve to measured points: least squares of logarithms on a grid of knees and losses. For each of them the best bandwidth of one
 * reader follows in closed form. Where points leave a choice, the smaller knee and the smaller loss win.
 */
public final class ThroughputFit {
    /** Steps of the knee in each doubling of readers. */
    private static final int STEPS = 8;

    private static final double LOSS_STEP = 0.05;
    private static final double MOST_LOSS = 8;

    /** Error, as a mean square of logarithms, that one doubling of the knee or a loss of 1 has to save. */
    private static final double PRICE = 1e-4;

    /**
     * Mean square of logarithms up to which points fit a curve without a loss: 7 %. Noise must not seem to be a loss, since a device that
     * loses anything is taken for one that seeks.
     */
    private static final double NOISE = 0.07 * 0.07;

    /**
     * A measured point.
     *
     * @param readers at a time, at least 1
     * @param bytesPerSecond of all of them together
     */
    public record Point(int readers, double bytesPerSecond) {
        public Point {
            Preconditions.atLeast("readers", readers, 1);
            Preconditions.positive("bytes per second", bytesPerSecond);
        }
    }

    private final List<Point> points;
    private double leastError = Double.POSITIVE_INFINITY;
    private double one;
    private double knee;
    private double loss;

    private ThroughputFit(List<Point> points) {
        this.points = points;
    }

    /** The curve. The knee is at most the highest number of readers: nobody knows what more would get. */
    public static ReadCurve of(List<Point> points) {
        int most = points.stream()
                .mapToInt(Point::readers)
                .max()
                .orElseThrow(() -> new IllegalArgumentException("points: expected at least one, got none"));
        ThroughputFit fit = new ThroughputFit(points);
        fit.search(most, 0);
        if (fit.leastError > NOISE) {
            fit.search(most, MOST_LOSS);
        }
        return new ReadCurve(fit.one, fit.one * fit.knee, fit.loss);
    }

    private void search(int mostReaders, double mostLoss) {
        long knees = Math.round(STEPS * Math.log(mostReaders) / Math.log(2));
        long losses = Math.round(mostLoss / LOSS_STEP);
        for (long step = 0; step <= knees; step++) {
            for (long stepOfLoss = 0; stepOfLoss <= losses; stepOfLoss++) {
                attempt(Math.pow(2, (double) step / STEPS), stepOfLoss * LOSS_STEP);
            }
        }
    }

    private void attempt(double someKnee, double someLoss) {
        Throughput shape = new Throughput(1, someKnee, someLoss);
        double sum = 0;
        double squares = 0;
        for (Point point : points) {
            double off = Math.log(point.bytesPerSecond() / shape.of(point.readers()));
            sum += off;
            squares += off * off;
        }
        double mean = sum / points.size();
        double error = squares / points.size() - mean * mean + PRICE * (Math.log(someKnee) / Math.log(2) + someLoss);
        if (error < leastError) {
            leastError = error;
            one = Math.exp(mean);
            knee = someKnee;
            loss = someLoss;
        }
    }
}
