package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.HdfsBlocks;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ReplicaPlace;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.protocol.SkipReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/**
 * Asks for one file's blocks. {@code getBlockLocations} demands the right to read the file (FSNamesystem, checkPathAccess READ), so
 * this one call checks the permission too. Listings with locations demand it of the directory only.
 */
record BlockQuery(DistributedFileSystem fileSystem, FileStatus status, BlockCache cache, String user) {
    Resolution call() throws IOException {
        SourceFile version = FileListing.version(status);
        String path = version.path();
        if (status.isErasureCoded()) {
            return skip(path, SkipReason.ERASURE_CODED, "erasure-coded: no node holds a whole block");
        }
        if (status.isEncrypted()) {
            return skip(path, SkipReason.ENCRYPTED, "encrypted: its readers could not read it from memory");
        }
        Optional<ResolvedFile> cached = cache.find(version, user);
        if (cached.isPresent()) {
            return Resolution.of(cached.get());
        }
        LocatedBlocks located;
        try {
            located = fileSystem.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE);
        } catch (IOException e) {
            return Resolution.of(Refusals.orThrow(path, e));
        }
        if (located.isUnderConstruction()) {
            return skip(path, SkipReason.BEING_WRITTEN, "being written; prefetch it once it is closed");
        }
        if (located.getFileLength() == 0) {
            return skip(path, SkipReason.EMPTY, "empty");
        }
        // The file may have changed since it was listed: the version is that of the blocks.
        ResolvedFile file = new ResolvedFile(
                located.getFileLength() == version.length()
                        ? version
                        : new SourceFile(path, version.fileId(), located.getFileLength(), version.modified()),
                located.getLocatedBlocks().stream().map(this::block).toList());
        cache.add(file, user);
        return Resolution.of(file);
    }

    private static Resolution skip(String path, SkipReason reason, String text) {
        return Resolution.of(Skip.whole(path, reason, text));
    }

    private FileBlock block(LocatedBlock block) {
        return new FileBlock(
                HdfsBlocks.id(block),
                block.getStartOffset(),
                block.getBlockSize(),
                block.isCorrupt() ? List.of() : replicas(block));
    }

    private List<ReplicaPlace> replicas(LocatedBlock block) {
        DatanodeInfo[] nodes = block.getLocations();
        @Nullable String @Nullable [] storages = block.getStorageIDs();
        StorageType @Nullable [] types = block.getStorageTypes();
        List<ReplicaPlace> places = new ArrayList<>(nodes.length);
        for (int i = 0; i < nodes.length; i++) {
            String storage = storages == null || i >= storages.length ? null : storages[i];
            StorageType type = types == null || i >= types.length ? StorageType.DEFAULT : types[i];
            if (storage != null && type != StorageType.PROVIDED) {
                places.add(cache.place(nodes[i].getDatanodeUuid(), nodes[i].getHostName(), storage, type.name()));
            }
        }
        return places;
    }
}
