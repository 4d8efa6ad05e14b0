package io.tiercel.hdfs.resolve;

import java.io.IOException;

/** A caller named more than the coordinator takes at once. */
public final class TooManyBlocksException extends IOException {
    private static final long serialVersionUID = 1L;

    TooManyBlocksException(int limit) {
        super("names more than " + limit + " blocks; hint less at a time, or raise tiercel.coordinator.blocks.most");
    }
}
