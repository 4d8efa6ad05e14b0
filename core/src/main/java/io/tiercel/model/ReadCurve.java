package io.tiercel.model;

import java.util.Optional;

/**
 * The measured bandwidth of a device, in bytes per second, by how many readers it has at a time: {@code min(n * one, most) / (1 +
 * loss * (1 - 1/n))} for n of them.
 *
 * @param one for a single reader: 1 to 1e12
 * @param most for any number of readers, if they cost nothing by seeking: one to 64 times {@code one}
 * @param loss how much longer many readers at a time take than one after the other: 0 to 10
 */
public record ReadCurve(double one, double most, double loss) {
    private static final double SLOWEST = 1;
    private static final double FASTEST = 1e12;
    private static final double MOST_READERS = 64;
    private static final double MOST_LOSS = 10;

    public ReadCurve {
        if (!isPlausible(one, most, loss)) {
            throw new IllegalArgumentException(
                    "read curve: expected bytes per second and a loss that a device can have, got one " + one
                            + ", most " + most + ", loss " + loss);
        }
    }

    /** The curve; empty if no device can have it. */
    public static Optional<ReadCurve> ifPlausible(double one, double most, double loss) {
        return isPlausible(one, most, loss) ? Optional.of(new ReadCurve(one, most, loss)) : Optional.empty();
    }

    /** False for what is not a number, too. */
    private static boolean isPlausible(double one, double most, double loss) {
        return one >= SLOWEST
                && one <= FASTEST
                && most >= one
                && most <= MOST_READERS * one
                && loss >= 0
                && loss <= MOST_LOSS;
    }
}
