package io.tiercel.hdfs.probe;

import io.tiercel.model.Tier;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;

/**
 * Storages of the blocks of some files, as any client may see them.
 *
 * @param blocks number of blocks
 * @param blocksOnSeveralTiers blocks of which some node holds a faster copy than another
 * @param unknownTypes storage types that are no tier of ours
 */
record StorageSample(
        int blocks,
        int blocksOnSeveralTiers,
        Set<String> storageTypes,
        Set<String> unknownTypes,
        Set<Tier> tiers,
        Set<String> racks) {
    /** Enough files to know a directory by, and answered within a second or two. */
    private static final int FILES = 500;

    /** The first files below {@code directory}, in the file system's order. */
    static StorageSample of(FileSystem fileSystem, Path directory) throws IOException {
        int blocks = 0;
        int onSeveralTiers = 0;
        StorageSample sample =
                new StorageSample(0, 0, new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
        RemoteIterator<LocatedFileStatus> files = fileSystem.listFiles(directory, true);
        for (int i = 0; i < FILES && files.hasNext(); i++) {
            for (BlockLocation block : files.next().getBlockLocations()) {
                blocks++;
                onSeveralTiers += sample.addTypes(block) > 1 ? 1 : 0;
            }
        }
        return new StorageSample(
                blocks, onSeveralTiers, sample.storageTypes, sample.unknownTypes, sample.tiers, sample.racks);
    }

    /** Returns the number of tiers that the block is on. */
    private int addTypes(BlockLocation block) throws IOException {
        Set<Tier> ofBlock = new TreeSet<>();
        for (StorageType type : block.getStorageTypes()) {
            // A storage type that this client does not know arrives as null.
            String name = String.valueOf(type);
            storageTypes.add(name);
            Optional<Tier> tier = Tier.ofStorageType(name);
            tier.ifPresentOrElse(ofBlock::add, () -> unknownTypes.add(name));
        }
        for (String path : block.getTopologyPaths()) {
            racks.add(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
        }
        tiers.addAll(ofBlock);
        return ofBlock.size();
    }
}
