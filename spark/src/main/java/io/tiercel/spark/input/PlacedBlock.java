package io.tiercel.spark.input;

import io.tiercel.model.Block;

/**
 * A part of a block, and where it is in its file.
 *
 * @param path of the file, as the task names it
 * @param offset of the part's first byte in the file
 * @param block what is read of the block; replicas bear node indices
 */
public record PlacedBlock(String path, long offset, Block block) {}
