package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import java.util.HashMap;
import java.util.Map;

/** On behalf of how many stages of the application a block was asked for: the coordinator knows one job only. Not thread-safe. */
final class Claims {
    private final Map<BlockId, Integer> stages = new HashMap<>();

    void add(BlockId id) {
        stages.merge(id, 1, Integer::sum);
    }

    void remove(BlockId id) {
        stages.computeIfPresent(id, (same, count) -> count == 1 ? null : count - 1);
    }

    boolean isSingle(BlockId id) {
        return stages.getOrDefault(id, 0) == 1;
    }
}
