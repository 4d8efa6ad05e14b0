package io.tiercel.agent.watch;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.agent.DiskAccess;
import io.tiercel.agent.DiskAccess.RelievedException;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.session.PendingReports;
import io.tiercel.linux.FileEvents;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidenceState;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reports how much of the asked blocks is in the page cache. A look costs the kernel about 1 ms for each resident GB, too much to
 * look at everything all the time. So it looks at a block when its file was opened or closed, and now and then while it is open.
 * It looks at all resident blocks when the kernel has taken memory back (decision 1002).
 *
 * <p>All but {@link #ask} and {@link #clear} is for one thread.
 */
public final class PageCacheWatcher {
    /** Most time in one turn for looks that events ask for; then other work gets its turn. */
    private static final long STRETCH = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(16);

    private final String host;
    private final BlockStore store;
    private final DiskAccess disks;
    private final PinnedBlocks pins;
    private final ResidencyProbe probe;
    private final FileEvents events;
    private final ResidencySweep sweep;
    private final PendingReports reports;
    private final LongSupplier nanos;

    private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
    private final Map<BlockId, WatchedBlock> byBlock = new LinkedHashMap<>();
    private final Map<Integer, WatchedBlock> byWatch = new HashMap<>();
    /** To be looked at in this turn. */
    private final Set<WatchedBlock> due = new LinkedHashSet<>();
    /** To be looked at now and then: blocks with readers, and blocks that may grow. */
    private final Set<WatchedBlock> followed = new LinkedHashSet<>();

    private final Set<WatchedBlock> looked = new LinkedHashSet<>();
    private final FileEvents.Listener listener = new UseListener();
    private long pinChanges = -1;
    private boolean news;

    public PageCacheWatcher(
            String host,
            BlockStore store,
            DiskAccess disks,
            PinnedBlocks pins,
            ResidencyProbe probe,
            FileEvents events,
            ResidencySweep sweep,
            PendingReports reports,
            LongSupplier nanos) {
        this.host = host;
        this.store = store;
        this.disks = disks;
        this.pins = pins;
        this.probe = probe;
        this.events = events;
        this.sweep = sweep;
        this.reports = reports;
        this.nanos = nanos;
    }

    /** Watches more blocks and stops watching others, from the next turn on. */
    public void ask(List<BlockId> add, List<BlockId> remove) {
        if (!add.isEmpty() || !remove.isEmpty()) {
            asked.add(() -> {
                add.forEach(block -> watched(block).asked = true);
                remove.forEach(this::stopAsking);
            });
        }
    }

    /** Stops watching all blocks and forgets what was reported, from the next turn on. */
    public void clear() {
        asked.add(() -> List.copyOf(byBlock.keySet()).forEach(this::stopAsking));
    }

    /** Whether a call of {@link #ask} or {@link #clear} waits for the next turn. */
    public boolean isAsked() {
        return !asked.isEmpty();
    }

    /** Whether there has been something to report since the last call. */
    public boolean takeNews() {
        boolean before = news;
        news = false;
        return before;
    }

    /** Takes one turn. Call it about twice a second. */
    public void tick() {
        for (Runnable next = asked.poll(); next != null; next = asked.poll()) {
            next.run();
        }
        followPins();
        events.drain(listener);
        looked.forEach(watched -> {
            watched.ownOpen = false;
            watched.ownClose = false;
        });
        looked.clear();
        lookAtDue();
        lookAtFollowed();
        sweep.run(byBlock.values(), this::look);
    }

    int size() {
        return byBlock.size();
    }

    private WatchedBlock watched(BlockId block) {
        return byBlock.computeIfAbsent(block, unused -> {
            WatchedBlock watched = new WatchedBlock(block);
            watched.locked = pins.find(block).filter(pin -> pin.file() != null).isPresent();
            due.add(watched);
            return watched;
        });
    }

    private void stopAsking(BlockId block) {
        WatchedBlock watched = byBlock.get(block);
        if (watched != null) {
            watched.asked = false;
            watched.reported = WatchedBlock.NOTHING;
            dropUnwanted(watched);
        }
    }

    private void dropUnwanted(WatchedBlock watched) {
        if (!watched.isWanted()) {
            unresolve(watched);
            byBlock.remove(watched.block);
            due.remove(watched);
            followed.remove(watched);
        }
    }

    /** Locked blocks need no looks; blocks that were read without a lock do, because they may be lost. */
    private void followPins() {
        if (pins.changes() == pinChanges) {
            return;
        }
        pinChanges = pins.changes();
        Map<BlockId, PinnedBlocks.Pin> held = pins.snapshot();
        held.forEach((block, pin) -> {
            if (pin.file() == null) {
                watched(block).brought = true;
            }
        });
        for (WatchedBlock watched : List.copyOf(byBlock.values())) {
            PinnedBlocks.Pin pin = held.get(watched.block);
            boolean locked = pin != null && pin.file() != null;
            watched.brought = pin != null && !locked;
            if (locked != watched.locked) {
                // Keeps what was reported before the lock: the coordinator still believes it, so its loss must be
                // reported.
                watched.locked = locked;
                due.add(watched);
            }
            dropUnwanted(watched);
        }
    }

    private void lookAtDue() {
        long until = nanos.getAsLong() + STRETCH;
        for (var left = due.iterator(); left.hasNext() && nanos.getAsLong() < until; ) {
            WatchedBlock watched = left.next();
            left.remove();
            look(watched);
        }
    }

    private void lookAtFollowed() {
        long now = nanos.getAsLong();
        for (WatchedBlock watched : List.copyOf(followed)) {
            if (watched.readers <= 0 && !watched.mayGrow) {
                followed.remove(watched);
            } else if (now - watched.nextLook >= 0) {
                long before = watched.seen;
                look(watched);
                watched.pause = watched.seen == before ? Math.min(LONGEST_PAUSE, 2 * watched.pause) : FIRST_PAUSE;
                watched.nextLook = now + watched.pause;
                watched.mayGrow &= watched.pause < LONGEST_PAUSE;
            }
        }
    }

    private void look(WatchedBlock watched) {
        try {
            if (!watched.locked && resolve(watched)) {
                StoredReplica stored = watched.stored;
                looked.add(watched);
                watched.ownOpen = true;
                watched.ownClose = true;
                long before = watched.seen;
                long resident = disks.call(stored.storage(), () -> probe.residentBytes(stored.file(), stored.length()));
                report(watched, resident, stored.length());
                watched.mayGrow &= watched.seen < stored.length();
                if (watched.seen > before && watched.seen < stored.length()) {
                    // Somebody is reading. Inotify merges equal neighbours, so a reader's events may have gone with our
                    // own. The reader may also rest for longer than a turn.
                    watched.mayGrow = true;
                    follow(watched);
                }
            }
        } catch (RelievedException e) {
            throw e;
        } catch (NoSuchFileException e) {
            unresolve(watched);
            report(watched, 0, 0);
        } catch (IOException | RuntimeException e) {
            // The kernel does not say now. The last report stays, and the other blocks get their looks.
        }
    }

    /** Looks again soon, and less and less often while nothing changes. */
    private void follow(WatchedBlock watched) {
        watched.pause = FIRST_PAUSE;
        watched.nextLook = nanos.getAsLong() + FIRST_PAUSE;
        followed.add(watched);
    }

    /** Finds the block's file if it is not known; reports the block as gone if the node does not have it. */
    private boolean resolve(WatchedBlock watched) throws IOException {
        if (watched.stored == null) {
            Optional<StoredReplica> found = find(watched.block);
            if (found.isEmpty()) {
                report(watched, 0, 0);
                return false;
            }
            StoredReplica stored = found.get();
            watched.watch = disks.call(stored.storage(), () -> events.watch(stored.file()));
            watched.stored = stored;
            if (watched.watch != FileEvents.UNWATCHED) {
                byWatch.put(watched.watch, watched);
            }
        }
        return true;
    }

    private Optional<StoredReplica> find(BlockId block) throws IOException {
        Optional<String> storage = store.storageOf(block);
        return storage.isEmpty() ? Optional.empty() : disks.call(storage.get(), () -> store.find(block));
    }

    private void unresolve(WatchedBlock watched) {
        watched.stored = null;
        watched.readers = 0;
        watched.mayGrow = false;
        if (watched.watch != FileEvents.UNWATCHED) {
            byWatch.remove(watched.watch);
            events.unwatch(watched.watch);
            watched.watch = FileEvents.UNWATCHED;
        }
    }

    private void report(WatchedBlock watched, long resident, long length) {
        watched.seen = resident;
        if (watched.asked && watched.differsBy(resident, length)) {
            news = true;
            watched.reported = resident;
            reports.cached(Residence.newBuilder()
                    .setBlock(watched.block)
                    .setHost(host)
                    .setState(resident > 0 ? ResidenceState.CACHED : ResidenceState.GONE)
                    .setResidentBytes(resident)
                    .setLength(length)
                    .build());
        }
        if (watched.brought && (resident < length || length == 0) && pins.release(watched.block)) {
            reports.unpinned(watched.block);
        }
    }

    private final class UseListener implements FileEvents.Listener {
        @Override
        public void opened(int watch) {
            WatchedBlock watched = byWatch.get(watch);
            if (watched == null) {
                return;
            }
            if (watched.ownOpen) {
                watched.ownOpen = false;
            } else {
                watched.readers++;
                follow(watched);
                due.add(watched);
            }
        }

        @Override
        public void closed(int watch) {
            WatchedBlock watched = byWatch.get(watch);
            if (watched == null) {
                return;
            }
            if (watched.ownClose) {
                watched.ownClose = false;
            } else {
                watched.readers = Math.max(0, watched.readers - 1);
                due.add(watched);
            }
        }

        @Override
        public void altered(int watch) {
            WatchedBlock watched = byWatch.get(watch);
            if (watched != null) {
                unresolve(watched);
                due.add(watched);
            }
        }

        @Override
        public void lost() {
            due.addAll(byWatch.values());
        }
    }

    @FunctionalInterface
    public interface ResidencyProbe {
        /** @throws java.nio.file.NoSuchFileException if the file does not exist (any more) */
        long residentBytes(Path file, long length) throws IOException;
    }
}
