package io.tiercel.plan.dispatch;

import io.tiercel.model.Preconditions;
import io.tiercel.model.ReadCurve;

/**
 * Bytes per second of a device, by how many readers it has at a time: {@code min(n * one, most) / (1 + loss * (1 - 1/n))} for n of
 * them. One reader does not fill an SSD; many readers make a disk seek.
 *
 * @param one for a single reader
 * @param most for any number of readers, if they cost nothing by seeking; at least {@code one}
 * @param loss how much longer many readers at a time take than one after the other; 0 for no longer
 * @param isMeasured whether somebody has measured this; no slot is held for a guess
 */
public record Throughput(double one, double most, double loss, boolean isMeasured) {
    /** Several readers have to get so many times as much as one to be let in together. */
    private static final double WORTH_SHARING = 1.05;

    public Throughput {
        Preconditions.positive("bytes per second", one);
        Preconditions.nonNegative("loss", loss);
        if (!(most >= one && most < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bytes per second: expected at least " + one + ", got " + most);
        }
    }

    public Throughput(double one, double most, double loss) {
        this(one, most, loss, true);
    }

    public static Throughput measured(ReadCurve curve) {
        return new Throughput(curve.one(), curve.most(), curve.loss());
    }

    /** The guess for a device that nobody has measured: bytes per second for a single reader, and for any number. */
    public static Throughput guess(double one, double most) {
        return new Throughput(one, most, 0, false);
    }

    /** All readers together. */
    public double of(double readers) {
        double n = Math.max(1, readers);
        return Math.min(n * one, most) / (1 + loss * (1 - 1 / n));
    }

    /** Each of them. */
    public double each(double readers) {
        return of(readers) / Math.max(1, readers);
    }

    /** The number of readers that fill the device. */
    public double knee() {
        return most / one;
    }

    /** Whether a second reader costs more than it adds, as on a disk that seeks. */
    public boolean isBestAlone() {
        return loss > 0 && best() < WORTH_SHARING * one;
    }

    /** With the best number of readers. */
    public double best() {
        return Math.max(one, of(knee()));
    }
}
