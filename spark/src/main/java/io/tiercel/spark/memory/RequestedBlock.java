package io.tiercel.spark.memory;

import io.tiercel.model.BlockId;

/**
 * A block that is requested to be brought into memory.
 *
 * @param id its name
 * @param path of the file, as the application names it
 * @param offset of the first byte that is read of it, in the file
 * @param length bytes that are read of it, above 0
 */
public record RequestedBlock(BlockId id, String path, long offset, long length) {
    public RequestedBlock {
        if (offset < 0 || length <= 0) {
            throw new IllegalArgumentException(
                    path + ": expected an offset of at least 0 and a length above 0, got " + offset + " and " + length);
        }
    }
}
