package io.tiercel.agent.migrate;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.DiskAccess;
import io.tiercel.agent.migrate.PinnedBlocks.Pin;
import io.tiercel.linux.FileEvents;
import io.tiercel.protocol.BlockId;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Gives a pinned block back when its file is removed, replaced, moved or changed: the lock would keep a file in memory that nobody
 * reads any more. Events tell of files. A look at the daemon's list of replicas, now and then, tells of what happens without one: a new
 * generation of the same file, or another device. For one thread.
 */
public final class PinnedFileMonitor {
    /** Time between two looks at the daemon's list, and at files without events. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PinnedBlocks pins;
    private final BlockStore store;
    private final DiskAccess disks;
    private final FileEvents events;
    private final Consumer<BlockId> lost;
    private final LongSupplier nanos;
    private final Map<BlockId, Integer> watches = new HashMap<>();
    private final Map<Integer, BlockId> byWatch = new HashMap<>();
    private final Set<BlockId> suspect = new LinkedHashSet<>();
    private long changes = -1;
    private long lookedAt;

    /** @param lost receives each block that was given back */
    public PinnedFileMonitor(
            PinnedBlocks pins,
            BlockStore store,
            DiskAccess disks,
            FileEvents events,
            Consumer<BlockId> lost,
            LongSupplier nanos) {
        this.pins = pins;
        this.store = store;
        this.disks = disks;
        this.events = events;
        this.lost = lost;
        this.nanos = nanos;
        this.lookedAt = nanos.getAsLong();
    }

    /** Takes one turn. Call it about twice a second. */
    public void tick() {
        long now = pins.changes();
        if (now != changes) {
            follow(pins.snapshot());
            changes = now;
        }
        events.drain(new AlterationListener());
        if (nanos.getAsLong() - lookedAt >= LOOK_NANOS) {
            lookedAt = nanos.getAsLong();
            pins.snapshot().forEach(this::look);
        }
        for (BlockId block : List.copyOf(suspect)) {
            if (check(block)) {
                suspect.remove(block);
            }
        }
    }

    private void follow(Map<BlockId, Pin> held) {
        for (BlockId block : List.copyOf(watches.keySet())) {
            if (!held.containsKey(block)) {
                forget(block);
            }
        }
        held.forEach((block, pin) -> {
            if (pin.file() != null && !watches.containsKey(block)) {
                int watch = watch(pin);
                watches.put(block, watch);
                byWatch.put(watch, block);
                // The file may have changed before there were events.
                suspect.add(block);
            }
        });
        byWatch.remove(FileEvents.UNWATCHED);
    }

    private int watch(Pin pin) {
        try {
            return disks.call(
                    pin.stored().storage(), () -> events.watch(pin.stored().file()));
        } catch (IOException e) {
            return FileEvents.UNWATCHED; // Its disk does not answer now.
        }
    }

    private void forget(BlockId block) {
        Integer watch = watches.remove(block);
        if (watch != null && byWatch.remove(watch, block)) {
            events.unwatch(watch);
        }
    }

    private void look(BlockId block, Pin pin) {
        Optional<String> storage;
        try {
            storage = store.storageOf(block);
        } catch (IOException e) {
            return; // The daemon does not say now.
        }
        if (!storage.equals(Optional.of(pin.stored().storage()))) {
            giveBack(block);
        } else if (watches.getOrDefault(block, 0) == FileEvents.UNWATCHED) {
            suspect.add(block);
        }
    }

    /** Whether nothing more is to be done about a suspect. */
    private boolean check(BlockId block) {
        Pin pin = pins.find(block).orElse(null);
        if (pin == null || pin.file() == null) {
            return true;
        }
        try {
            boolean same = disks.call(pin.stored().storage(), () -> pin.file()
                    .isStillAt(pin.stored().file()));
            if (!same) {
                giveBack(block);
            }
            return true;
        } catch (IOException e) {
            return false; // Its disk does not answer now.
        }
    }

    private void giveBack(BlockId block) {
        if (pins.release(block)) {
            lost.accept(block);
        }
    }

    private final class AlterationListener implements FileEvents.Listener {
        @Override
        public void altered(int watch) {
            BlockId block = byWatch.get(watch);
            if (block != null) {
                suspect.add(block);
            }
        }

        @Override
        public void lost() {
            suspect.addAll(watches.keySet());
        }
    }
}
