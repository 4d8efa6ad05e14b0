package io.tiercel.cachefs;

import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PagedObject;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Names objects of shared storage alike for readers and for callers that know only a listing. */
public final class SharedObjects {
    /** No bucket can have this name. */
    private static final String FILES = "file:";

    private static final String WRITTEN_ONCE = "";

    private SharedObjects() {}

    /**
     * A version by its entity tag. A version number is left out: listings do not have it, and another content has another tag.
     *
     * @param tag with or without quotes; not empty
     */
    public static ObjectVersion version(String bucket, String key, String tag, long length) {
        return new ObjectVersion(bucket, key, tag.replace("\"", ""), length);
    }

    /**
     * The version of a file of mounted storage, which has no entity tag.
     *
     * @param path absolute
     * @param modifiedMillis modification time, since 1970
     */
    public static ObjectVersion fileVersion(String path, long length, long modifiedMillis) {
        return new ObjectVersion(FILES, path, Long.toString(modifiedMillis), length);
    }

    /** A file that its store gives no tag, and that nobody changes under its name. */
    public static ObjectVersion writtenOnce(String location, long length) {
        return new ObjectVersion(WRITTEN_ONCE, location, "written once", length);
    }

    /**
     * The version that a listing shows.
     *
     * @return empty if the store gives no entity tag, or the file has no bytes; local files count as mounted storage's
     */
    public static Optional<ObjectVersion> version(FileStatus status) {
        URI uri = status.getPath().toUri();
        if ("file".equals(uri.getScheme()) && status.getLen() > 0) {
            return Optional.of(fileVersion(uri.getPath(), status.getLen(), status.getModificationTime()));
        }
        if (uri.getHost() == null || status.getLen() == 0 || !(status instanceof EtagSource source)) {
            return Optional.empty();
        }
        String tag = source.getEtag();
        return tag == null || tag.isEmpty()
                ? Optional.empty()
                : Optional.of(version(uri.getHost(), uri.getPath().substring(1), tag, status.getLen()));
    }

    /**
     * What the ids of all versions of an object begin with, see {@link PagedObject#name}: there may be several kinds of versions.
     *
     * @param location as readers name it, such as {@code s3a://bucket/key} or {@code /mnt/nfs/file}
     * @return empty if it names no object or file
     */
    public static List<String> names(String location) {
        URI uri;
        try {
            uri = new Path(location).toUri();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
        if (!uri.getPath().startsWith("/") || uri.getPath().length() < 2) {
            return List.of();
        }
        if (uri.getScheme() == null || uri.getScheme().equals("file")) {
            return List.of(PagedObject.name(FILES, uri.getPath()));
        }
        return uri.getHost() == null
                ? List.of()
                : List.of(
                        PagedObject.name(uri.getHost(), uri.getPath().substring(1)),
                        PagedObject.name(WRITTEN_ONCE, location));
    }
}
