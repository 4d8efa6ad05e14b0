package io.tiercel.agent.session;

import io.tiercel.agent.migrate.Devices;
import io.tiercel.agent.migrate.LockPermission;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.watch.PageCacheWatcher;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Held;
import java.io.IOException;
import java.util.List;

/** All that the agent has and does on the coordinator's word, so that it can be given back as one. */
public final class AgentResources implements AutoCloseable {
    private final PinnedBlocks pins;
    private final LockPermission right;
    private final Devices devices;
    private final PageCacheWatcher watcher;
    private final PendingReports outbox;

    public AgentResources(
            PinnedBlocks pins, LockPermission right, Devices devices, PageCacheWatcher watcher, PendingReports outbox) {
        this.pins = pins;
        this.right = right;
        this.devices = devices;
        this.watcher = watcher;
        this.outbox = outbox;
    }

    Devices devices() {
        return devices;
    }

    PageCacheWatcher watcher() {
        return watcher;
    }

    PendingReports outbox() {
        return outbox;
    }

    boolean pins() {
        return right.granted();
    }

    long budget() {
        return pins.budget();
    }

    long heldBytes() {
        return pins.heldBytes();
    }

    List<Held> held() {
        return pins.held();
    }

    /** Whether anything is held or on its way in. */
    boolean any() {
        return !pins.isEmpty() || !devices.unfinished().isEmpty();
    }

    /** Forgets what was ordered and what was to be told, and keeps what is held: a new session begins. */
    void startAnew() throws IOException {
        devices.forget();
        watcher.clear();
        outbox.clear();
        devices.refresh();
    }

    void callOff(long migration) {
        devices.callOff(migration, outbox::hasEnd);
    }

    /** Lets go of a block, come in or on its way; says so even if it was not there. */
    void unpin(BlockId block) {
        devices.callOff(migration -> migration.block().equals(block));
        pins.release(block);
        outbox.unpinned(block);
    }

    public void giveBack() {
        devices.forget();
        pins.releaseAll();
        watcher.clear();
        outbox.clear();
    }

    @Override
    public void close() {
        devices.close();
        giveBack();
    }
}
