package io.tiercel.agent.curve;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.protocol.BlockId;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Blocks of a device of which nothing is in memory, each once. For one thread. */
final class ColdBlocks {
    private static final int BATCH = 32;

    /** Most blocks that are looked at for one measurement: each look opens a file. */
    private static final int MOST_LOOKS = 1_000;

    /** Reading a shorter block tells more of how files are opened than of bandwidth. */
    private static final long SHORTEST = 256 << 10;

    private final BlockStore store;
    private final String storage;
    private final PageCacheQuery query = new PageCacheQuery();
    private final Set<BlockId> seen = new HashSet<>();
    private final Deque<ColdBlock> known = new ArrayDeque<>();

    record ColdBlock(BlockId id, StoredReplica stored) {}

    ColdBlocks(BlockStore store, String storage) {
        this.store = store;
        this.storage = storage;
    }

    /** Blocks that so many readers may read; fewer than readers if there are no more. {@link #giveBack} what they did not open. */
    List<ColdBlock> take(int readers) throws IOException {
        List<ColdBlock> taken = new ArrayList<>();
        long bytes = 0;
        while (taken.size() < readers || bytes < readers * ReadMeter.MOST_BYTES) {
            if (known.isEmpty() && !findMore()) {
                break;
            }
            ColdBlock next = known.poll();
            if (next != null) {
                taken.add(next);
                bytes += Math.min(ReadMeter.MOST_BYTES, next.stored().length());
            }
        }
        return taken;
    }

    void giveBack(Collection<ColdBlock> unread) {
        known.addAll(unread);
    }

    /** Whether there are blocks that this measurement has not looked at. */
    private boolean findMore() throws IOException {
        if (seen.size() >= MOST_LOOKS) {
            return false;
        }
        boolean isNew = false;
        for (BlockId block : store.some(storage, BATCH)) {
            if (seen.add(block)) {
                isNew = true;
                look(block).ifPresent(known::add);
            }
        }
        return isNew;
    }

    private Optional<ColdBlock> look(BlockId block) throws IOException {
        Optional<StoredReplica> stored =
                store.find(block).filter(replica -> replica.storage().equals(storage) && replica.length() >= SHORTEST);
        try {
            return stored.isPresent()
                            && query.residentBytes(
                                            stored.get().file(), stored.get().length())
                                    == 0
                    ? Optional.of(new ColdBlock(block, stored.get()))
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty(); // Deleted meanwhile.
        }
    }
}
