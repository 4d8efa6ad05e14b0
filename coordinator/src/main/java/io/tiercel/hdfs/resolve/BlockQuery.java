package io.tiercel.hdfs.resolve;

import io.tiercel.protocol.SkipReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/**
 * One file's blocks. {@code getBlockLocations} demands the right to read the file (FSNamesystem, checkPathAccess READ), so this one
 * call is the check of permission too; listings with locations demand it of the directory only.
 */
final class BlockQuery {
    private final DistributedFileSystem fileSystem;
    private final FileStatus status;
    private final BlockCache cache;
    private final String user;

    BlockQuery(DistributedFileSystem fileSystem, FileStatus status, BlockCache cache, String user) {
        this.fileSystem = fileSystem;
        this.status = status;
        this.cache = cache;
        this.user = user;
    }

    static VersionedPath version(FileStatus status) {
        long id = status instanceof HdfsFileStatus hdfs ? hdfs.getFileId() : 0;
        String path =
                Path.getPathWithoutSchemeAndAuthority(status.getPath()).toUri().getPath();
        return new VersionedPath(path, id, status.getLen(), status.getModificationTime());
    }

    Located call() throws IOException {
        VersionedPath version = version(status);
        String path = version.path();
        if (status.isErasureCoded()) {
            return skip(path, SkipReason.ERASURE_CODED, "erasure-coded: no node holds a whole block");
        }
        if (status.isEncrypted()) {
            return skip(path, SkipReason.ENCRYPTED, "encrypted: it would lie in memory unreadable to its readers");
        }
        Optional<ResolvedFile> cached = cache.find(version, user);
        if (cached.isPresent()) {
            return new Located(cached.get(), null);
        }
        LocatedBlocks located;
        try {
            located = fileSystem.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE);
        } catch (IOException e) {
            return new Located(null, HdfsResolver.refusal(path, e));
        }
        if (located.isUnderConstruction()) {
            return skip(path, SkipReason.BEING_WRITTEN, "being written; prefetch it once it is closed");
        }
        if (located.getFileLength() == 0) {
            return skip(path, SkipReason.EMPTY, "empty");
        }
        // The file may be another by now than the listing said: what counts is what the blocks belong to.
        ResolvedFile file = new ResolvedFile(
                located.getFileLength() == version.length()
                        ? version
                        : new VersionedPath(path, version.fileId(), located.getFileLength(), version.modified()),
                blocks(located));
        cache.add(file, user);
        return new Located(file, null);
    }

    private static Located skip(String path, SkipReason reason, String text) {
        return new Located(null, Skip.whole(path, reason, text));
    }

    private List<FileBlock> blocks(LocatedBlocks located) {
        List<FileBlock> blocks = new ArrayList<>();
        for (LocatedBlock block : located.getLocatedBlocks()) {
            ExtendedBlock id = block.getBlock();
            blocks.add(new FileBlock(
                    cache.blockId(id.getBlockPoolId(), id.getBlockId(), id.getGenerationStamp()),
                    block.getStartOffset(),
                    block.getBlockSize(),
                    block.isCorrupt() ? List.of() : replicas(block)));
        }
        return blocks;
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
