package io.tiercel.spark.memory;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.BlockId;
import io.tiercel.model.Residency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How much of each block is in the memory of which nodes. Keeps blocks that are nowhere in memory out. Not thread-safe. */
final class ResidentBlocks {
    private record Resident(int node, Residency residency) {}

    private final Map<BlockId, List<Resident>> blocks = new HashMap<>();
    private final HostRegistry hosts;

    ResidentBlocks(HostRegistry hosts) {
        this.hosts = hosts;
    }

    /** @return whether that is news */
    boolean put(BlockId id, int node, Residency residency) {
        if (at(id, node).equals(residency)) {
            return false;
        }
        List<Resident> residents = new ArrayList<>(of(id));
        residents.removeIf(each -> isSame(each.node(), node));
        if (!residency.equals(Residency.NONE)) {
            residents.add(new Resident(node, residency));
        }
        if (residents.isEmpty()) {
            blocks.remove(id);
        } else {
            blocks.put(id, List.copyOf(residents));
        }
        return true;
    }

    /** @return the blocks that were in memory somewhere */
    Set<BlockId> clear() {
        Set<BlockId> known = Set.copyOf(blocks.keySet());
        blocks.clear();
        return known;
    }

    /** How much of a block is in the memory of a node. */
    Residency at(BlockId id, int node) {
        return of(id).stream()
                .filter(each -> isSame(each.node(), node))
                .map(Resident::residency)
                .findFirst()
                .orElse(Residency.NONE);
    }

    /** The largest share of a block on any node; of equal shares, one that is arriving. */
    Residency best(BlockId id) {
        return of(id).stream()
                .map(Resident::residency)
                .max(Comparator.comparingDouble(Residency::share).thenComparing(Residency::arriving))
                .orElse(Residency.NONE);
    }

    boolean isAnywhere(BlockId id) {
        return blocks.containsKey(id);
    }

    private List<Resident> of(BlockId id) {
        return blocks.getOrDefault(id, List.of());
    }

    private boolean isSame(int one, int other) {
        return one == other || hosts.canonical(one) == hosts.canonical(other);
    }
}
