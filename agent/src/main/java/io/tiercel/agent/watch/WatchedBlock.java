package io.tiercel.agent.watch;

import io.tiercel.agent.StoredReplica;
import io.tiercel.linux.FileEvents;
import io.tiercel.protocol.BlockId;
import org.jspecify.annotations.Nullable;

/** What the watcher knows of one block. For the watcher's thread. */
final class WatchedBlock {
    /** Nothing was said of the block: to the coordinator it is not in memory. */
    static final long NOTHING = -1;

    final BlockId block;
    /** The coordinator asks for it. */
    boolean asked;
    /** It was brought in without being locked: its loss is to be told. */
    boolean brought;
    /** It is locked: the page cache has nothing to tell. */
    boolean locked;

    /** Where it lies; null if the node does not have it, as far as is known. */
    @Nullable
    StoredReplica stored;

    int watch = FileEvents.UNWATCHED;
    /** Bytes in memory, as last told. */
    long reported = NOTHING;
    /** Bytes in memory, as last seen. */
    long seen;
    /** Readers that have the file open now. */
    int readers;
    /** While it has readers: when it is looked at again, and how long after that. */
    long nextLook;

    long pause;
    /** Events of the watcher's own look that are still to come. */
    int ownOpens;

    int ownCloses;

    WatchedBlock(BlockId block) {
        this.block = block;
    }

    boolean wanted() {
        return asked || brought;
    }

    /** Whether a change is worth a message: from nothing, to nothing, to all, or by a sixteenth. */
    boolean differsBy(long resident, long length) {
        long told = Math.max(0, reported);
        return resident != told
                && (resident == 0 || told == 0 || resident == length || Math.abs(resident - told) * 16 >= length);
    }
}
