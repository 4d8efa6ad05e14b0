package io.tiercel.sim.whatif;

/**
 * Seconds that could have been saved, as far as a log tells.
 *
 * @param least from 0 to {@code most}
 */
public record GainBounds(double least, double most) {
    public static final GainBounds NONE = new GainBounds(0, 0);

    public GainBounds {
        if (!(least >= 0 && least <= most)) {
            throw new IllegalArgumentException("expected 0 <= least <= most, got " + least + " and " + most);
        }
    }

    /** Bounds from two replays of a log, whose rounding may have put them in the wrong order. */
    static GainBounds of(double least, double most) {
        double upper = Math.max(0, most);
        return new GainBounds(Math.min(Math.max(0, least), upper), upper);
    }

    /** Bounds of two gains that come after each other. */
    public GainBounds plus(GainBounds other) {
        return new GainBounds(least + other.least, most + other.most);
    }

    /** Bounds of the larger of two gains. */
    GainBounds or(GainBounds other) {
        return new GainBounds(Math.max(least, other.least), Math.max(most, other.most));
    }

    /** Bounds of a gain that cannot exceed this many seconds. */
    GainBounds within(double seconds) {
        return of(Math.min(least, seconds), Math.min(most, seconds));
    }
}
