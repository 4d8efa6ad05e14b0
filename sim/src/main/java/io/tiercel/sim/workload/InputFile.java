package io.tiercel.sim.workload;

import java.util.List;

/**
 * A file that is there before the first job comes.
 *
 * @param path its name
 * @param bytes its length, at least 0
 * @param blocks lengths of its blocks, which make up its own; empty if all but the last are as long as blocks are
 */
public record InputFile(String path, long bytes, List<Long> blocks) {
    public InputFile {
        blocks = List.copyOf(blocks);
        if (bytes < 0) {
            throw new IllegalArgumentException(path + ": bytes: expected at least 0, got " + bytes);
        }
        long sum = blocks.stream().mapToLong(Long::longValue).sum();
        if (!blocks.isEmpty() && sum != bytes) {
            throw new IllegalArgumentException(
                    path + ": blocks: expected " + bytes + " bytes, as the file has, got " + sum);
        }
    }

    /** A file in blocks of the usual length. */
    public InputFile(String path, long bytes) {
        this(path, bytes, List.of());
    }
}
