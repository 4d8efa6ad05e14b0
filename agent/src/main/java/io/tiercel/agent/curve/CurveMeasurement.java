package io.tiercel.agent.curve;

import io.tiercel.model.ReadCurve;
import io.tiercel.plan.dispatch.ThroughputFit;
import io.tiercel.plan.dispatch.ThroughputFit.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * Measures one, two and four readers at a time, eight if four get clearly more than two, and one again. If several readers seem to cost
 * bandwidth, a second look follows, from two readers on. If the values of one reader differ much, somebody else has read from the device, and the
 * measurement does not count.
 */
final class CurveMeasurement {
    private static final int MOST_READERS = 8;

    /** More readers are tried if the last doubling gained so much. */
    private static final double RISES = 1.1;

    /** Two measurements of one reader on an idle device differ by less than this factor. */
    private static final double SAME = 1.3;

    /** Below this part of the best known bandwidth, others use the device. */
    private static final double LEAST = 0.5;

    /**
     * The end of a measurement.
     *
     * @param curve empty if it does not count
     * @param isSlow whether it does not count because it is far below the best known bandwidth
     */
    record Outcome(Optional<ReadCurve> curve, boolean isSlow) {
        static final Outcome NONE = new Outcome(Optional.empty(), false);
    }

    private final ConcurrentReads reads;
    private final BooleanSupplier isAllowed;
    private final List<Point> points = new ArrayList<>();

    private CurveMeasurement(ConcurrentReads reads, BooleanSupplier isAllowed) {
        this.reads = reads;
        this.isAllowed = isAllowed;
    }

    /**
     * Measures a device.
     *
     * @param best bytes per second that one reader should get at least half of; empty if nobody knows
     */
    static Outcome run(ConcurrentReads reads, OptionalDouble best, BooleanSupplier isAllowed)
            throws IOException, InterruptedException {
        return new CurveMeasurement(reads, isAllowed).run(best);
    }

    private Outcome run(OptionalDouble best) throws IOException, InterruptedException {
        OptionalDouble first = measure(1);
        OptionalDouble before = measure(2);
        if (first.isEmpty() || before.isEmpty()) {
            return Outcome.NONE;
        }
        boolean rises = true;
        for (int readers = 4; readers <= MOST_READERS && rises; readers *= 2) {
            OptionalDouble more = measure(readers);
            rises = more.isPresent() && more.getAsDouble() > RISES * before.getAsDouble();
            before = more;
        }
        OptionalDouble last = measure(1);
        if (last.isEmpty() || differ(first.getAsDouble(), last.getAsDouble())) {
            return Outcome.NONE;
        }
        ReadCurve curve = ThroughputFit.of(points);
        if (curve.loss() > 0) {
            measureSeveralAgain();
            OptionalDouble end = bytesPerSecond(1);
            if (!isAllowed.getAsBoolean() || end.isPresent() && differ(first.getAsDouble(), end.getAsDouble())) {
                return Outcome.NONE;
            }
            curve = ThroughputFit.of(points);
        }
        return best.isPresent() && curve.one() < LEAST * best.getAsDouble()
                ? new Outcome(Optional.empty(), true)
                : new Outcome(Optional.of(curve), false);
    }

    private OptionalDouble measure(int readers) throws IOException, InterruptedException {
        OptionalDouble together = bytesPerSecond(readers);
        together.ifPresent(bytesPerSecond -> points.add(new Point(readers, bytesPerSecond)));
        return together;
    }

    /** Measures several readers once more, and keeps the better values. Where there is too little to read, the first value stays. */
    private void measureSeveralAgain() throws IOException, InterruptedException {
        for (int i = 0; i < points.size(); i++) {
            Point before = points.get(i);
            if (before.readers() > 1) {
                double again = bytesPerSecond(before.readers()).orElse(0);
                points.set(i, new Point(before.readers(), Math.max(before.bytesPerSecond(), again)));
            }
        }
    }

    private OptionalDouble bytesPerSecond(int readers) throws IOException, InterruptedException {
        return isAllowed.getAsBoolean() ? reads.bytesPerSecond(readers, isAllowed) : OptionalDouble.empty();
    }

    private static boolean differ(double one, double other) {
        return Math.max(one, other) > SAME * Math.min(one, other);
    }
}
