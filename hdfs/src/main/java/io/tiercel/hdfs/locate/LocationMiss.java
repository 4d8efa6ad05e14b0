package io.tiercel.hdfs.locate;

import org.apache.hadoop.fs.Path;

/**
 * Why a file has no locations.
 *
 * @param path the file as it was asked for
 * @param why the kind of reason
 * @param detail one line for people
 */
public record LocationMiss(Path path, Why why, String detail) {
    /** Kinds of reason. */
    public enum Why {
        /** The file system does not tell where its blocks lie: local files, object stores. */
        NOT_LOCATED,
        /** No such file. */
        NOT_FOUND,
        /** A directory. */
        NOT_A_FILE,
        /** The user on whose behalf was asked may not see it. */
        PERMISSION_DENIED,
        /** Striped over many nodes: no node holds a whole block, so none is local. */
        ERASURE_CODED,
        /** The file system answered with an error of another kind. */
        FAILED,
        /** The name node did not answer in time, or could not be reached, and was asked again for long enough. */
        UNREACHABLE,
        /** The request was cancelled, or the locator closed. */
        CANCELLED
    }

    @Override
    public String toString() {
        return path + ": " + detail;
    }
}
