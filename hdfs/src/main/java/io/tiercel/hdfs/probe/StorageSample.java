package io.tiercel.hdfs.probe;

import io.tiercel.model.Tier;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;

/** Where the blocks of some files lie, as any client may see it. */
final class StorageSample {
    /** Enough to know a directory by, and answered within a second or two. */
    private static final int FILES = 500;

    private final Set<String> storageTypes = new TreeSet<>();
    private final Set<String> unknownTypes = new TreeSet<>();
    private final Set<Tier> tiers = new TreeSet<>();
    private final Set<String> racks = new TreeSet<>();
    private int blocks;
    private int blocksOnSeveralTiers;

    private StorageSample() {}

    /** The first files below {@code directory}, in the file system's order. */
    static StorageSample of(FileSystem fileSystem, Path directory) throws IOException {
        StorageSample sample = new StorageSample();
        RemoteIterator<LocatedFileStatus> files = fileSystem.listFiles(directory, true);
        for (int i = 0; i < FILES && files.hasNext(); i++) {
            for (BlockLocation block : files.next().getBlockLocations()) {
                sample.add(block);
            }
        }
        return sample;
    }

    private void add(BlockLocation block) throws IOException {
        Set<Tier> ofBlock = new TreeSet<>();
        for (StorageType type : block.getStorageTypes()) {
            // A storage type that this client does not know arrives as null.
            String name = String.valueOf(type);
            storageTypes.add(name);
            Tier.ofStorageType(name).ifPresentOrElse(ofBlock::add, () -> unknownTypes.add(name));
        }
        for (String path : block.getTopologyPaths()) {
            racks.add(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
        }
        tiers.addAll(ofBlock);
        blocks++;
        blocksOnSeveralTiers += ofBlock.size() > 1 ? 1 : 0;
    }

    int blocks() {
        return blocks;
    }

    /** Blocks of which some node holds a faster copy than another. */
    int blocksOnSeveralTiers() {
        return blocksOnSeveralTiers;
    }

    Set<String> storageTypes() {
        return storageTypes;
    }

    /** Those that are no tier of ours. */
    Set<String> unknownTypes() {
        return unknownTypes;
    }

    Set<Tier> tiers() {
        return tiers;
    }

    Set<String> racks() {
        return racks;
    }
}
