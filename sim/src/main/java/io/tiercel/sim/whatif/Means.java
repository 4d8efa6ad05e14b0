package io.tiercel.sim.whatif;

import java.util.Locale;

/** What an application of Spark can gain from. */
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
