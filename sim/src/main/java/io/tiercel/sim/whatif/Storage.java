package io.tiercel.sim.whatif;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kind of storage that a path leads to. */
public enum Storage {
    HDFS,
    S3A,

    /** Files of each node: a mount, or local disks. */
    FILES,

    /** Storage that Tiercel neither locates nor caches. */
    OTHER,

    /** The log does not name it. */
    UNKNOWN;

    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*):.*", Pattern.DOTALL);

    /** The storage of a path with its scheme; without one it is unknown. */
    public static Storage of(String path) {
        Matcher matcher = SCHEME.matcher(path);
        if (!matcher.matches()) {
            return UNKNOWN;
        }
        return switch (matcher.group(1)) {
            case "hdfs", "viewfs", "webhdfs", "swebhdfs" -> HDFS;
            case "s3a" -> S3A;
            case "file" -> FILES;
            default -> OTHER;
        };
    }

    /** Whether any means can serve it, as far as is known. */
    boolean isServed(boolean isLocal) {
        return isInHdfs() || isCached(isLocal);
    }

    /** Whether it is, or may be, in HDFS. */
    boolean isInHdfs() {
        return this == HDFS || this == UNKNOWN;
    }

    /**
     * Whether nodes can, or may be able to, cache it.
     *
     * @param isLocal whether the application ran in one process: then files are taken for those of its own disk
     */
    boolean isCached(boolean isLocal) {
        return this == S3A || this == UNKNOWN || (this == FILES && !isLocal);
    }
}
