package io.tiercel.agent.watch;

import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.linux.FileEvents;
import io.tiercel.protocol.BlockId;
import org.jspecify.annotations.Nullable;

/** The watcher's knowledge of one block. For the watcher's thread. */
final class WatchedBlock {
    /** The coordinator has been told nothing of the block, and takes it as not in memory. */
    static final long NOTHING = -1;

    final BlockId block;
    /** The coordinator asks for it. */
    boolean asked;
    /** The agent read it into memory without locking it, so it must report its loss. */
    boolean brought;
    /** It is locked: the page cache has nothing to tell. */
    boolean locked;

    /** Its file; null if the node does not have it, or before anybody looked. */
    @Nullable
    StoredReplica stored;

    int watch = FileEvents.UNWATCHED;
    /** Bytes in memory, as last reported. */
    long reported = NOTHING;
    /** Bytes in memory, as last seen. */
    long seen;
    /** Readers that have the file open now. */
    int readers;
    /** A part of it came into memory not long ago, so a reader may be at work whose events were lost. */
    boolean mayGrow;
    /** While it has readers or may grow: when to look again. */
    long nextLook;
    /** While it has readers or may grow: the time between the last look and the next. */
    long pause;
    /** The watcher's own look still has an open event to come. */
    boolean ownOpen;
    /** The watcher's own look still has a close event to come. */
    boolean ownClose;

    WatchedBlock(BlockId block) {
        this.block = block;
    }

    boolean isWanted() {
        return asked || brought;
    }

    /** Whether a change is worth a message: from nothing, to nothing, to all, or by a sixteenth. */
    boolean differsBy(long resident, long length) {
        long told = Math.max(0, reported);
        return resident != told
                && (resident == 0 || told == 0 || resident == length || Math.abs(resident - told) * 16 >= length);
    }
}
