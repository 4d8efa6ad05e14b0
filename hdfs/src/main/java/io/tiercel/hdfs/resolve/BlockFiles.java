package io.tiercel.hdfs.resolve;

import java.util.OptionalLong;

/** To which file a block belongs. Only a NameNode knows. */
@FunctionalInterface
public interface BlockFiles {
    /** Nobody knows. */
    BlockFiles NONE = block -> OptionalLong.empty();

    /** HDFS' id of the file (inode), by a block's id; empty if there is none. */
    OptionalLong fileOf(long block);
}
