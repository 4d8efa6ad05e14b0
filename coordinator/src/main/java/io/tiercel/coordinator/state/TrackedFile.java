package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.VersionedPath;
import java.util.LinkedHashSet;
import java.util.Set;

/** A version of a file of which a job claims blocks. */
final class TrackedFile {
    final VersionedPath version;

    /** Who may read it, as HDFS has said. */
    final String user;

    /** Another version, or nothing, lies at the path by now; jobs are still to hear of it. */
    boolean outdated;

    final Set<BlockRecord> blocks = new LinkedHashSet<>();

    TrackedFile(VersionedPath version, String user) {
        this.version = version;
        this.user = user;
    }

    String path() {
        return version.path();
    }
}
