package io.tiercel.hdfs;

import io.tiercel.model.BlockId;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Names of HDFS' blocks. */
public final class HdfsBlocks {
    private HdfsBlocks() {}

    /** The block's name. All blocks of a pool share one copy of the pool's name. */
    public static BlockId id(LocatedBlock located) {
        ExtendedBlock block = located.getBlock();
        return new BlockId(block.getBlockPoolId().intern(), block.getBlockId(), block.getGenerationStamp());
    }
}
