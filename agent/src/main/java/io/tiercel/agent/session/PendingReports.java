package io.tiercel.agent.session;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.Residence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reports that the coordinator has not confirmed. A call that fails puts its reports back. Only the latest residency of a block is
 * kept. Thread-safe.
 */
public final class PendingReports {
    private final List<MigrationEnd> ended = new ArrayList<>();
    private final Set<BlockId> unpinned = new LinkedHashSet<>();
    private final Map<BlockId, Residence> cached = new LinkedHashMap<>();

    public synchronized void ended(MigrationEnd end) {
        ended.add(end);
    }

    synchronized boolean hasEnd(long migration) {
        return ended.stream().anyMatch(end -> end.getMigration() == migration);
    }

    /** Whether any is of a migration that has ended or of a block that was given back. */
    synchronized boolean isOfBlocks() {
        return !ended.isEmpty() || !unpinned.isEmpty();
    }

    public synchronized void unpinned(BlockId block) {
        unpinned.add(block);
    }

    public synchronized void cached(Residence residence) {
        cached.put(residence.getBlock(), residence);
    }

    public synchronized void drainTo(ExchangeRequest.Builder request) {
        request.addAllEnded(ended).addAllUnpinned(unpinned).addAllCached(cached.values());
        clear();
    }

    /** Takes back the reports of a request that may not have arrived; reports made since are newer. */
    synchronized void putBack(ExchangeRequest request) {
        ended.addAll(0, request.getEndedList());
        unpinned.addAll(request.getUnpinnedList());
        request.getCachedList().forEach(residence -> cached.putIfAbsent(residence.getBlock(), residence));
    }

    /** Drops all reports. A new session begins with the state and not with changes. */
    synchronized void clear() {
        ended.clear();
        unpinned.clear();
        cached.clear();
    }
}
