package io.tiercel.cachefs.store;

/**
 * One version of one object of shared storage. Its bytes never change: other bytes are another version.
 *
 * @param store bucket, or mount
 * @param key of the object in the store
 * @param version entity tag or version number, as the store gives it
 * @param length bytes
 */
public record ObjectVersion(String store, String key, String version, long length) {
    public ObjectVersion {
        if (version.isEmpty()) {
            throw new IllegalArgumentException(store + "/" + key + ": expected a version, got none");
        }
        if (length < 0) {
            throw new IllegalArgumentException(store + "/" + key + ": expected a length of at least 0, got " + length);
        }
    }
}
