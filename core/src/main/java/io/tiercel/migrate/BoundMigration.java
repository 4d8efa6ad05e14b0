package io.tiercel.migrate;

import io.tiercel.model.BlockId;

/**
 * An agent is to migrate a block.
 *
 * @param block the block
 * @param device index of the device to read it from
 * @param bytes its length
 */
public record BoundMigration(BlockId block, int device, long bytes) {}
