package io.tiercel.sim.workload;

/** The six bins of jobs by input size in Trident's table 2, with their shares. MB and GB are binary, as in block sizes. */
public enum SizeClass {
    A(0, 128, 0.744),
    B(128, 512, 0.162),
    C(512, 1024, 0.040),
    D(1024, 2048, 0.030),
    E(2048, 5120, 0.016),
    F(5120, 10240, 0.008);

    private static final long MIB = 1 << 20;

    private final long above;
    private final long upTo;
    private final double share;

    SizeClass(long above, long upTo, double share) {
        this.above = above * MIB;
        this.upTo = upTo * MIB;
        this.share = share;
    }

    /** Exclusive lower bound, bytes. */
    public long above() {
        return above;
    }

    /** Inclusive upper bound, bytes. */
    public long upTo() {
        return upTo;
    }

    /** Share of all jobs. */
    public double share() {
        return share;
    }

    /** The class of an input; larger inputs are in the last class. */
    public static SizeClass of(long bytes) {
        for (SizeClass each : values()) {
            if (bytes <= each.upTo) {
                return each;
            }
        }
        return F;
    }
}
