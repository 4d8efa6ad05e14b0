package io.tiercel.spark.memory;

import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The stages that subscribe to each block. A block is dropped with its last stage. Thread-safe. */
final class BlockSubscriptions {
    private final Map<BlockId, List<StageMemory>> stages = new HashMap<>();
    private final Map<StageMemory, Set<BlockId>> blocks = new HashMap<>();

    synchronized void add(StageMemory stage, Collection<BlockId> ids) {
        Set<BlockId> ofStage = blocks.computeIfAbsent(stage, none -> new HashSet<>());
        for (BlockId id : ids) {
            if (ofStage.add(id)) {
                List<StageMemory> known = stages.get(id);
                stages.put(id, known == null ? List.of(stage) : with(known, stage));
            }
        }
    }

    /** @return the blocks that no stage subscribes to any more */
    synchronized List<BlockId> remove(StageMemory stage, Collection<BlockId> ids) {
        Set<BlockId> ofStage = blocks.getOrDefault(stage, Set.of());
        List<BlockId> dropped = new ArrayList<>();
        for (BlockId id : ids) {
            if (ofStage.contains(id)) {
                ofStage.remove(id);
                drop(stage, id, dropped);
            }
        }
        return dropped;
    }

    /** @return the blocks that no stage subscribes to any more */
    synchronized List<BlockId> remove(StageMemory stage) {
        Set<BlockId> ofStage = blocks.remove(stage);
        List<BlockId> dropped = new ArrayList<>();
        if (ofStage != null) {
            ofStage.forEach(id -> drop(stage, id, dropped));
        }
        return dropped;
    }

    private void drop(StageMemory stage, BlockId id, List<BlockId> dropped) {
        List<StageMemory> known = stages.getOrDefault(id, List.of());
        if (known.size() == 1 && known.get(0) == stage) {
            stages.remove(id);
            dropped.add(id);
        } else {
            stages.put(id, known.stream().filter(other -> other != stage).toList());
        }
    }

    private static List<StageMemory> with(List<StageMemory> some, StageMemory more) {
        List<StageMemory> all = new ArrayList<>(some);
        all.add(more);
        return List.copyOf(all);
    }

    synchronized List<StageMemory> of(BlockId id) {
        return stages.getOrDefault(id, List.of());
    }

    synchronized List<StageMemory> all() {
        return List.copyOf(blocks.keySet());
    }
}
