package io.tiercel.prefetch;

/**
 * How long tasks of one kind compute, as a line over the bytes that they read (Trident, section 4.1: "a simple linear
 * regression model"), learned as they end. Older tasks count less, so that a model that was off by a factor comes right.
 *
 * <p>Least squares need tasks of different sizes. With fewer than two, or with sizes that hardly differ, the line goes through the
 * origin, and before the first task there is none: the caller is told so and plans without computing.
 */
public final class CpuTimeModel {
    private final double weight;
    private double count;
    private double meanBytes;
    private double meanSeconds;
    private double bytesSquared;
    private double product;

    /**
     * @param memory how many tasks back a task counts about a third: the others fade by {@code 1 - 1 / memory} with each that
     *     ends; above 1
     */
    public CpuTimeModel(double memory) {
        if (!(memory > 1)) {
            throw new IllegalArgumentException("memory: expected above 1, got " + memory);
        }
        this.weight = 1 - 1 / memory;
    }

    /** A task that read {@code bytes} computed for {@code seconds}. */
    public void learn(long bytes, double seconds) {
        Checks.bytes("bytes", bytes);
        Checks.seconds("seconds", seconds);
        count *= weight;
        bytesSquared *= weight;
        product *= weight;
        count++;
        // Welford's update: centred sums stay exact where squares of 1e8 bytes would not.
        double ahead = bytes - meanBytes;
        meanBytes += ahead / count;
        double secondsAhead = seconds - meanSeconds;
        meanSeconds += secondsAhead / count;
        bytesSquared += ahead * (bytes - meanBytes);
        product += ahead * (seconds - meanSeconds);
    }

    /** Whether any task was learned from. */
    public boolean knows() {
        return count > 0;
    }

    /** Seconds that a task over {@code bytes} is expected to compute; 0 before the first was learned from. */
    public double seconds(long bytes) {
        if (!knows()) {
            return 0;
        }
        return Math.max(0, spread() ? meanSeconds + slope() * (bytes - meanBytes) : throughOrigin(bytes));
    }

    private double throughOrigin(long bytes) {
        return meanBytes > 0 ? meanSeconds * bytes / meanBytes : meanSeconds;
    }

    /** Whether sizes differ by a tenth of their mean: a slope drawn through a cloud of equal sizes is noise. */
    private boolean spread() {
        return count > 1 && Math.sqrt(bytesSquared / count) > 0.1 * meanBytes;
    }

    private double slope() {
        return Math.max(0, product / bytesSquared);
    }

    /** The five sums in a fixed order, for {@link #restored}. */
    public double[] state() {
        return new double[] {count, meanBytes, meanSeconds, bytesSquared, product};
    }

    /**
     * A model that goes on from where another's {@link #state} was taken.
     *
     * @throws IllegalArgumentException if it is not such a state
     */
    public static CpuTimeModel restored(double memory, double[] state) {
        if (state.length != 5) {
            throw new IllegalArgumentException("state: expected 5 numbers, got " + state.length);
        }
        for (double number : state) {
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException("state: expected finite numbers, got " + number);
            }
        }
        CpuTimeModel model = new CpuTimeModel(memory);
        model.count = Math.max(0, state[0]);
        model.meanBytes = state[1];
        model.meanSeconds = state[2];
        model.bytesSquared = state[3];
        model.product = state[4];
        return model;
    }
}
