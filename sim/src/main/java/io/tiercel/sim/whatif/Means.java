package io.tiercel.sim.whatif;

import java.util.Locale;

/** The ways in which Tiercel can shorten an application of Spark. */
public enum Means {
    /** Its tasks run where their input is fastest. */
    PLACEMENT,

    /** Its input is in memory before it starts. */
    MEMORY,

    /** Input of waiting tasks comes into memory while others run. */
    PREFETCH,

    /** Nodes keep pages of S3 or of mounts on local disks. */
    CACHE;

    /** The name in lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
