package io.tiercel.hdfs.resolve;

import java.util.List;

/**
 * A file and its blocks.
 *
 * @param version that the blocks belong to
 * @param blocks in the order of their offsets
 */
public record ResolvedFile(VersionedPath version, List<FileBlock> blocks) {
    public ResolvedFile {
        blocks = List.copyOf(blocks);
    }

    public String path() {
        return version.path();
    }
}
