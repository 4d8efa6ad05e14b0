package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.resolve.PathSelection.ByteRange;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.SkipReason;
import java.util.List;
import java.util.Optional;

/**
 * The answer to selections.
 *
 * @param files files that the caller may read, with the selected blocks, in the order of the selections
 * @param skips all other data
 */
public record Resolution(List<ResolvedFile> files, List<Skip> skips) {
    public Resolution {
        files = List.copyOf(files);
        skips = List.copyOf(skips);
    }

    static Resolution of(ResolvedFile file) {
        return new Resolution(List.of(file), List.of());
    }

    static Resolution of(Skip skip) {
        return new Resolution(List.of(), List.of(skip));
    }

    /** One version of a file, and its blocks in the order of their offsets. */
    public record ResolvedFile(SourceFile version, List<FileBlock> blocks) {
        public ResolvedFile {
            blocks = List.copyOf(blocks);
        }

        public String path() {
            return version.path();
        }
    }

    /** One block of a file: its offset and length in bytes, and its replicas in the order in which HDFS named them. */
    public record FileBlock(BlockId id, long offset, long length, List<ReplicaPlace> replicas) {
        public FileBlock {
            replicas = List.copyOf(replicas);
        }
    }

    /**
     * Where one replica of a block lies. Shared among the blocks of a storage.
     *
     * @param node the DataNode's UUID
     * @param host as block locations name the node
     * @param storage HDFS' storage id
     * @param storageType as HDFS names it: SSD, DISK, …
     */
    public record ReplicaPlace(String node, String host, String storage, String storageType) {}

    /** Data that will not be read into memory; without a range, all of it. {@code text} tells people the reason and the remedy. */
    public record Skip(String path, Optional<ByteRange> range, SkipReason reason, String text) {
        public static Skip whole(String path, SkipReason reason, String text) {
            return new Skip(path, Optional.empty(), reason, text);
        }

        public static Skip block(String path, FileBlock block, SkipReason reason, String text) {
            return new Skip(path, Optional.of(new ByteRange(block.offset(), block.length())), reason, text);
        }
    }
}
