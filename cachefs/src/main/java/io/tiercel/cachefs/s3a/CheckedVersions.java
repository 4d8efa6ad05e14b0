package io.tiercel.cachefs.s3a;

import org.apache.hadoop.fs.s3a.S3AEncryptionMethods;
import org.apache.hadoop.fs.s3a.impl.ChangeDetectionPolicy;
import org.jspecify.annotations.Nullable;

/** Tells for which buckets all bytes that S3A gives for an opening are of one known version, and may lie on a disk as they are read. */
final class CheckedVersions {
    private CheckedVersions() {}

    /** S3A checks the tag of each answer if it detects changes by tags, by the server or itself. */
    static boolean areGiven(ChangeDetectionPolicy changes, @Nullable S3AEncryptionMethods encryption) {
        boolean isChecked = changes.getMode() == ChangeDetectionPolicy.Mode.Server
                || changes.getMode() == ChangeDetectionPolicy.Mode.Client;
        boolean isByTag = changes.getSource() == ChangeDetectionPolicy.Source.ETag;
        boolean isClientsSecret =
                encryption != null && encryption != S3AEncryptionMethods.NONE && !encryption.isServerSide();
        return isChecked && isByTag && !isClientsSecret;
    }
}
