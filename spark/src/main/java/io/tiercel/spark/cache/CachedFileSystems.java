package io.tiercel.spark.cache;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.Mounts;
import io.tiercel.cachefs.mount.CachedLocalFileSystem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/**
 * The file systems of an application that read through the caches.
 *
 * @param keys of Hadoop's configuration that make them do so; empty if none does
 * @param mounts directories of mounted storage that are read so
 * @param problems why others are not, a line each
 */
record CachedFileSystems(Map<String, String> keys, Mounts mounts, List<String> problems) {
    private static final String STREAM = "fs.s3a.input.stream.type";
    private static final String FACTORY = "fs.s3a.input.stream.custom.factory";

    /** If true, S3A looks for classes in its own class loader alone, which does not see jars given by {@code --jars}. */
    private static final String ISOLATION = "fs.s3a.classloader.isolation";

    /** Since Hadoop 3.4.2. */
    private static final String SEAM = "org.apache.hadoop.fs.s3a.impl.streams.AbstractObjectInputStreamFactory";

    /** Since Hadoop 3.3.2: statuses with entity tags. */
    private static final String TAGS = "org.apache.hadoop.fs.EtagSource";

    private static final String S3A_KEY = "fs.s3a.impl";
    private static final String S3A = "org.apache.hadoop.fs.s3a.S3AFileSystem";
    private static final String FILES_KEY = "fs.file.impl";
    private static final String FILES = "org.apache.hadoop.fs.LocalFileSystem";

    /** By name: without hadoop-aws it cannot be loaded. */
    private static final String CACHING = "io.tiercel.cachefs.s3a.CachingStreamFactory";

    /** By name, as well. */
    private static final String CACHED_S3A = "io.tiercel.cachefs.s3a.CachedS3AFileSystem";

    static CachedFileSystems of(Configuration hadoop, Mounts mounts) {
        return of(hadoop, name -> hadoop.getClassByNameOrNull(name) != null, mounts);
    }

    /** @param isHere whether a class is on the class path */
    static CachedFileSystems of(Configuration hadoop, Predicate<String> isHere, Mounts mounts) {
        Map<String, String> keys = new HashMap<>();
        List<String> problems = new ArrayList<>();
        boolean hasMounts = !mounts.directories().isEmpty();
        Optional<String> problem = Optional.empty();
        if (isHere.test(S3A) && isHere.test(SEAM)) {
            problem = addStream(hadoop, keys);
        } else if (isHere.test(S3A) && isHere.test(TAGS)) {
            problem = addFileSystem(hadoop, S3A_KEY, S3A, CACHED_S3A, keys);
        } else if (isHere.test(S3A) || !hasMounts) {
            problem = Optional.of("expected S3A of Hadoop 3.3.4 or later on the class path (hadoop-aws)");
        }
        problem.ifPresent(why -> problems.add("S3 is read without caches: " + why));
        problem = hasMounts
                ? addFileSystem(hadoop, FILES_KEY, FILES, CachedLocalFileSystem.class.getName(), keys)
                : Optional.empty();
        problem.ifPresent(why -> problems.add("mounts are read without caches: " + why));
        return new CachedFileSystems(Map.copyOf(keys), problem.isEmpty() ? mounts : Mounts.NONE, List.copyOf(problems));
    }

    /** @return why not */
    private static Optional<String> addStream(Configuration hadoop, Map<String, String> keys) {
        String stream = hadoop.getTrimmed(STREAM, "");
        if (CacheKeys.STREAMS.contains(stream)) {
            keys.put(CacheKeys.STREAM.name(), stream);
        } else if (!stream.isEmpty() && !stream.equals("default")) {
            return Optional.of(STREAM + " is '" + stream + "': expected " + String.join(" or ", CacheKeys.STREAMS));
        }
        keys.put(STREAM, "custom");
        keys.put(FACTORY, CACHING);
        keys.put(ISOLATION, "false");
        return Optional.empty();
    }

    /** Only Hadoop's own file system is replaced by ours, which is a subclass. @return why not */
    private static Optional<String> addFileSystem(
            Configuration hadoop, String key, String stock, String cached, Map<String, String> keys) {
        String given = hadoop.getTrimmed(key, stock);
        if (given.equals(stock) || given.equals(cached)) {
            keys.put(key, cached);
            return Optional.empty();
        }
        return Optional.of(key + " is '" + given + "': expected " + stock);
    }
}
