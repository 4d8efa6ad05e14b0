package io.tiercel.sim.workload;

import io.tiercel.model.Preconditions;
import java.util.List;

/**
 * A file that exists at the start.
 *
 * @param bytes its length, at least 0
 * @param blocks lengths of its blocks; empty for blocks of the cluster's length
 */
public record InputFile(String path, long bytes, List<Long> blocks) {
    public InputFile {
        blocks = List.copyOf(blocks);
        Preconditions.nonNegative(path + ": bytes", bytes);
        long sum = blocks.stream().mapToLong(Long::longValue).sum();
        if (!blocks.isEmpty() && sum != bytes) {
            throw new IllegalArgumentException(
                    path + ": blocks: expected " + bytes + " bytes, as the file has, got " + sum);
        }
    }

    /** A file in blocks of the cluster's length. */
    public InputFile(String path, long bytes) {
        this(path, bytes, List.of());
    }
}
