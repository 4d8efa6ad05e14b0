package io.tiercel.model;

import java.util.List;

/**
 * A task that waits for a slot, and what it will read.
 *
 * @param blocks the parts of blocks that it reads; empty for a task without located input
 * @param processLocal nodes on which its input lies in the memory of the process that would run it (a cached partition
 *     in a Spark executor); reading there costs nothing
 */
public record Task(List<Block> blocks, List<Integer> processLocal) {
    public Task {
        blocks = List.copyOf(blocks);
        processLocal = List.copyOf(processLocal);
    }

    public static Task reading(Block... blocks) {
        return new Task(List.of(blocks), List.of());
    }

    public long bytes() {
        return blocks.stream().mapToLong(Block::bytes).sum();
    }
}
