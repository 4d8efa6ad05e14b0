package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** The tasks of a stage that read blocks which are on their way into memory. Thread-safe. */
final class AwaitedTasks {
    /** By task: how many of its blocks are on their way. */
    private final AtomicIntegerArray blocks;

    private final Map<BlockId, int[]> readers = new ConcurrentHashMap<>();

    /** @param coming indexes of the blocks that are on their way */
    AwaitedTasks(StageBlocks stage, List<Integer> coming) {
        this.blocks = new AtomicIntegerArray(stage.tasks());
        for (int block : coming) {
            StageBlocks.Part part = stage.parts().get(block);
            readers.put(part.id, part.readers());
            for (int task : part.readers()) {
                blocks.incrementAndGet(task);
            }
        }
    }

    /** A block has come; further news of it changes nothing. */
    void arrived(BlockId block) {
        int[] waiting = readers.remove(block);
        if (waiting != null) {
            for (int task : waiting) {
                blocks.decrementAndGet(task);
            }
        }
    }

    boolean contains(int task) {
        return blocks.get(task) > 0;
    }
}
