package io.tiercel.cache;

import io.tiercel.model.BlockUse;

/**
 * Ageing by popularity, size and last use, as Scheduled Caching (section 2) proposes without giving a formula. Ours:
 *
 * <pre>age = (idle + grace) · size^sizeWeight / (1 + reads)^popularityWeight</pre>
 *
 * with idle the seconds since the last use and size in MiB, at least 1. The grace of a second lets size and popularity order
 * blocks that were used just now. See decision 0803 for the weights.
 *
 * @param popularityWeight exponent of the number of reads, from 0 (does not count) to 4
 * @param sizeWeight exponent of the size, from 0 (does not count) to 4
 */
public record AgeingPolicy(double popularityWeight, double sizeWeight) implements EvictionPolicy {
    public static final String NAME = "ageing";

    private static final double GRACE_SECONDS = 1;
    private static final double MIB = 1 << 20;

    /** A read counts in full, size by its root: four times the size is twice the age. */
    public AgeingPolicy() {
        this(1, 0.5);
    }

    public AgeingPolicy {
        check("popularityWeight", popularityWeight);
        check("sizeWeight", sizeWeight);
    }

    private static void check(String name, double weight) {
        if (!(weight >= 0 && weight <= 4)) {
            throw new IllegalArgumentException(name + ": expected 0 to 4, got " + weight);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double age(BlockUse use, long now) {
        double idle = Math.max(0, now - use.lastUse()) / 1e9;
        double size = Math.max(1, use.bytes() / MIB);
        return (idle + GRACE_SECONDS) * Math.pow(size, sizeWeight) / Math.pow(1.0 + use.reads(), popularityWeight);
    }
}
