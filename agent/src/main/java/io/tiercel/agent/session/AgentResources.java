package io.tiercel.agent.session;

import io.tiercel.agent.migrate.Devices;
import io.tiercel.agent.migrate.LockPermission;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.watch.PageCacheWatcher;
import io.tiercel.protocol.BlockId;
import java.io.IOException;

/** All that the agent holds and does for the coordinator, so that it can be given back as one. */
public record AgentResources(
        PinnedBlocks pins, LockPermission permission, Devices devices, PageCacheWatcher watcher, PendingReports reports)
        implements AutoCloseable {

    /** Whether anything is held or on its way in. */
    boolean isAny() {
        return !pins.isEmpty() || !devices.unfinished().isEmpty();
    }

    /** Begins a new session: forgets orders and reports, and keeps the blocks. */
    void startAnew() throws IOException {
        devices.forget();
        watcher.clear();
        reports.clear();
        devices.refresh();
    }

    void callOff(long migration) {
        devices.callOff(migration, reports::hasEnd);
    }

    /** Lets go of a block, in memory or on its way, and reports that even if it was not there. */
    void unpin(BlockId block) {
        devices.callOff(block);
        pins.release(block);
        reports.unpinned(block);
    }

    public void giveBack() {
        devices.forget();
        pins.releaseAll();
        watcher.clear();
        reports.clear();
    }

    @Override
    public void close() {
        devices.close();
        giveBack();
    }
}
