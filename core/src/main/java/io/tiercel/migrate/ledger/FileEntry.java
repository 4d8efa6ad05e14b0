package io.tiercel.migrate.ledger;

import java.util.LinkedHashSet;
import java.util.Set;

/** A version of a file of which jobs claim blocks. */
public final class FileEntry {
    public final SourceFile version;

    /** Whom HDFS has let read it last. */
    String user;

    final Set<BlockEntry> blocks = new LinkedHashSet<>();

    /** Another version, or nothing, lies at the path by now. Jobs still claim what they wanted of this one. */
    boolean outdated;

    FileEntry(SourceFile version, String user) {
        this.version = version;
        this.user = user;
    }
}
