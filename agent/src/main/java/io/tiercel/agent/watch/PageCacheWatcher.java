package io.tiercel.agent.watch;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.StoredReplica;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.session.PendingReports;
import io.tiercel.linux.FileEvents;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidenceState;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells how much of the blocks in which somebody is interested is in the page cache. Asking the kernel about all of them all
 * the time would cost about 1 ms for each resident GB; so it looks at a block when its file was opened or closed, now and then
 * while it is open, and at all that is in memory when the kernel has taken memory back (decision 1002).
 *
 * <p>All but {@link #ask} and {@link #clear} is for one thread.
 */
public final class PageCacheWatcher {
    /** New blocks are looked at for so long at a stretch, then others get their turn. */
    private static final long STRETCH = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(16);

    private final String host;
    private final BlockStore store;
    private final PinnedBlocks pins;
    private final ResidencyProbe cache;
    private final FileEvents events;
    private final ResidencySweep sweep;
    private final PendingReports outbox;
    private final LongSupplier nanos;

    private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
    private final Map<BlockId, WatchedBlock> byBlock = new LinkedHashMap<>();
    private final Map<Integer, WatchedBlock> byWatch = new HashMap<>();
    private final Set<WatchedBlock> due = new LinkedHashSet<>();
    private final Set<WatchedBlock> read = new LinkedHashSet<>();
    private final Set<WatchedBlock> looked = new LinkedHashSet<>();
    private final FileEvents.Listener listener = new Happenings();
    private long pinChanges = -1;
    private boolean news;

    public PageCacheWatcher(
            String host,
            BlockStore store,
            PinnedBlocks pins,
            ResidencyProbe cache,
            FileEvents events,
            ResidencySweep sweep,
            PendingReports outbox,
            LongSupplier nanos) {
        this.host = host;
        this.store = store;
        this.pins = pins;
        this.cache = cache;
        this.events = events;
        this.sweep = sweep;
        this.outbox = outbox;
        this.nanos = nanos;
    }

    /** From the next turn on, these are watched and those are not. */
    public void ask(List<BlockId> add, List<BlockId> remove) {
        if (!add.isEmpty() || !remove.isEmpty()) {
            asked.add(() -> {
                add.forEach(block -> watched(block).asked = true);
                remove.forEach(this::notAsked);
            });
        }
    }

    /** Whether something was asked that no turn has taken up yet. */
    public boolean asked() {
        return !asked.isEmpty();
    }

    /** Whether there has been something to tell since this was called last. */
    public boolean news() {
        boolean before = news;
        news = false;
        return before;
    }

    /** Nothing is watched from the next turn on, and nothing has been told. */
    public void clear() {
        asked.add(() -> {
            for (WatchedBlock watched : List.copyOf(byBlock.values())) {
                notAsked(watched.block);
            }
        });
    }

    /** One turn: to be taken about twice a second. */
    public void tick() {
        for (Runnable next = asked.poll(); next != null; next = asked.poll()) {
            next.run();
        }
        followPins();
        events.drain(listener);
        looked.forEach(watched -> {
            watched.ownOpens = 0;
            watched.ownCloses = 0;
        });
        looked.clear();
        lookAtDue();
        lookAtRead();
        sweep.run(byBlock.values(), this::look);
    }

    /** How many blocks are watched. */
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

    private void notAsked(BlockId block) {
        WatchedBlock watched = byBlock.get(block);
        if (watched != null) {
            watched.asked = false;
            watched.reported = WatchedBlock.NOTHING;
            dropUnwanted(watched);
        }
    }

    private void dropUnwanted(WatchedBlock watched) {
        if (!watched.wanted()) {
            unresolve(watched);
            byBlock.remove(watched.block);
            due.remove(watched);
            read.remove(watched);
        }
    }

    /** What is locked has nothing to tell; what is brought in without a lock may be lost. */
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
                // What was told before it was locked is what is believed after: it stays as told, so that its loss is
                // told, too.
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

    private void lookAtRead() {
        long now = nanos.getAsLong();
        for (WatchedBlock watched : List.copyOf(read)) {
            if (watched.readers <= 0) {
                read.remove(watched);
            } else if (now - watched.nextLook >= 0) {
                long before = watched.seen;
                look(watched);
                watched.pause = watched.seen == before ? Math.min(LONGEST_PAUSE, 2 * watched.pause) : FIRST_PAUSE;
                watched.nextLook = now + watched.pause;
            }
        }
    }

    private void look(WatchedBlock watched) {
        try {
            if (!watched.locked && resolve(watched)) {
                StoredReplica stored = watched.stored;
                looked.add(watched);
                watched.ownOpens = 1;
                watched.ownCloses = 1;
                tell(watched, cache.residentBytes(stored.file(), stored.length()), stored.length());
            }
        } catch (NoSuchFileException e) {
            unresolve(watched);
            tell(watched, 0, 0);
        } catch (IOException | RuntimeException e) {
            // Cannot be asked now; it stays as it was told, until it can. Others are not to suffer from it.
        }
    }

    /** Finds out where the block lies, if that is not known; told as gone if the node does not have it. */
    private boolean resolve(WatchedBlock watched) throws IOException {
        if (watched.stored == null) {
            watched.stored = store.find(watched.block).orElse(null);
            if (watched.stored == null) {
                tell(watched, 0, 0);
                return false;
            }
            watched.watch = events.watch(watched.stored.file());
            if (watched.watch != FileEvents.UNWATCHED) {
                byWatch.put(watched.watch, watched);
            }
        }
        return true;
    }

    private void unresolve(WatchedBlock watched) {
        watched.stored = null;
        watched.readers = 0;
        if (watched.watch != FileEvents.UNWATCHED) {
            byWatch.remove(watched.watch);
            events.unwatch(watched.watch);
            watched.watch = FileEvents.UNWATCHED;
        }
    }

    private void tell(WatchedBlock watched, long resident, long length) {
        watched.seen = resident;
        if (watched.asked && watched.differsBy(resident, length)) {
            news = true;
            watched.reported = resident;
            outbox.cached(Residence.newBuilder()
                    .setBlock(watched.block)
                    .setHost(host)
                    .setState(resident > 0 ? ResidenceState.CACHED : ResidenceState.GONE)
                    .setResidentBytes(resident)
                    .setLength(length)
                    .build());
        }
        if (watched.brought && (resident < length || length == 0) && pins.release(watched.block)) {
            outbox.unpinned(watched.block);
        }
    }

    private final class Happenings implements FileEvents.Listener {
        @Override
        public void opened(int watch) {
            WatchedBlock watched = byWatch.get(watch);
            if (watched == null) {
                return;
            }
            if (watched.ownOpens > 0) {
                watched.ownOpens--;
            } else {
                watched.readers++;
                watched.pause = FIRST_PAUSE;
                watched.nextLook = nanos.getAsLong() + FIRST_PAUSE;
                read.add(watched);
                due.add(watched);
            }
        }

        @Override
        public void closed(int watch) {
            WatchedBlock watched = byWatch.get(watch);
            if (watched == null) {
                return;
            }
            if (watched.ownCloses > 0) {
                watched.ownCloses--;
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
            byWatch.values().forEach(due::add);
        }
    }
}
