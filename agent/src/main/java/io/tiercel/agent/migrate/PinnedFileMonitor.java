package io.tiercel.agent.migrate;

import io.tiercel.linux.FileEvents;
import io.tiercel.protocol.BlockId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Gives a pinned block back when its file is removed or replaced: the lock would keep a file in memory that nobody can read. For
 * one thread.
 */
public final class PinnedFileMonitor {
    /** Time between two checks of files without events. */
    private static final long BLIND_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PinnedBlocks pins;
    private final FileEvents events;
    private final Consumer<BlockId> lost;
    private final LongSupplier nanos;
    private final Map<BlockId, Integer> watches = new HashMap<>();
    private final Map<Integer, BlockId> byWatch = new HashMap<>();
    private final Set<BlockId> suspect = new LinkedHashSet<>();
    private long changes = -1;
    private long blindAt;

    /** @param lost receives each block that was given back */
    public PinnedFileMonitor(PinnedBlocks pins, FileEvents events, Consumer<BlockId> lost, LongSupplier nanos) {
        this.pins = pins;
        this.events = events;
        this.lost = lost;
        this.nanos = nanos;
        this.blindAt = nanos.getAsLong();
    }

    /** Takes one turn. Call it about twice a second. */
    public void tick() {
        if (pins.changes() != changes) {
            changes = pins.changes();
            follow(pins.snapshot());
        }
        events.drain(new AlterationListener());
        long now = nanos.getAsLong();
        if (now - blindAt >= BLIND_NANOS) {
            blindAt = now;
            watches.forEach((block, watch) -> {
                if (watch == FileEvents.UNWATCHED) {
                    suspect.add(block);
                }
            });
        }
        suspect.forEach(this::check);
        suspect.clear();
    }

    private void follow(Map<BlockId, PinnedBlocks.Pin> held) {
        for (BlockId block : List.copyOf(watches.keySet())) {
            if (!held.containsKey(block)) {
                forget(block);
            }
        }
        held.forEach((block, pin) -> {
            if (pin.file() != null && !watches.containsKey(block)) {
                int watch = events.watch(pin.stored().file());
                watches.put(block, watch);
                byWatch.put(watch, block);
                // The file may have changed before there were events.
                suspect.add(block);
            }
        });
        byWatch.remove(FileEvents.UNWATCHED);
    }

    private void forget(BlockId block) {
        Integer watch = watches.remove(block);
        if (watch != null && byWatch.remove(watch, block)) {
            events.unwatch(watch);
        }
    }

    private void check(BlockId block) {
        boolean gone = pins.find(block)
                .filter(pin ->
                        pin.file() != null && !pin.file().isStillAt(pin.stored().file()))
                .isPresent();
        if (gone && pins.release(block)) {
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
