package io.tiercel.spark.cache;

import io.tiercel.cachefs.Mounts;
import java.net.URI;
import org.apache.hadoop.fs.Path;

/** Tells which paths are on shared storage that caches hold, and on which. @param mounts directories of mounted storage */
record SharedPaths(Mounts mounts) {
    private static final String OBJECTS = "s3a";

    boolean contains(Path path) {
        return OBJECTS.equals(path.toUri().getScheme()) || mounts.of(path).isPresent();
    }

    /** The store of a path: its mount or bucket. */
    String store(Path path) {
        return mounts.of(path).orElseGet(() -> fileSystem(path));
    }

    /** The file system of a path: scheme and authority. */
    static String fileSystem(Path path) {
        URI uri = path.toUri();
        return uri.getScheme() + "://" + uri.getAuthority();
    }
}
