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
 * What the coordinator has not been told yet. Reports leave it only when the coordinator has answered: those of a call
 * that failed are told again. Of a block's residency only the last state is kept. Thread-safe.
 */
public final class PendingReports {
    private List<MigrationEnd> ended = new ArrayList<>();
    private Set<BlockId> unpinned = new LinkedHashSet<>();
    private Map<BlockId, Residence> cached = new LinkedHashMap<>();

    public synchronized void ended(MigrationEnd end) {
        ended.add(end);
    }

    /** Whether the end of that migration waits here. */
    synchronized boolean hasEnd(long migration) {
        return ended.stream().anyMatch(end -> end.getMigration() == migration);
    }

    public synchronized void unpinned(BlockId block) {
        unpinned.add(block);
    }

    public synchronized void cached(Residence residence) {
        cached.put(residence.getBlock(), residence);
    }

    /** Moves everything into a request. */
    public synchronized void drainTo(ExchangeRequest.Builder request) {
        request.addAllEnded(ended).addAllUnpinned(unpinned).addAllCached(cached.values());
        clear();
    }

    /** Takes back what a request carried that may not have arrived; what has been reported since is newer. */
    synchronized void putBack(ExchangeRequest request) {
        List<MigrationEnd> laterEnds = ended;
        Set<BlockId> laterUnpinned = unpinned;
        Map<BlockId, Residence> laterCached = cached;
        ended = new ArrayList<>(request.getEndedList());
        unpinned = new LinkedHashSet<>(request.getUnpinnedList());
        cached = new LinkedHashMap<>();
        request.getCachedList().forEach(this::cached);
        ended.addAll(laterEnds);
        unpinned.addAll(laterUnpinned);
        cached.putAll(laterCached);
    }

    /** Forgets everything: a coordinator with whom the agent registers anew hears the state instead of the changes. */
    synchronized void clear() {
        ended = new ArrayList<>();
        unpinned = new LinkedHashSet<>();
        cached = new LinkedHashMap<>();
    }
}
