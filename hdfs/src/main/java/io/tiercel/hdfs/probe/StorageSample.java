package io.tiercel.hdfs.probe;

import io.tiercel.hdfs.probe.Fact.Kind;
import io.tiercel.model.Tier;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;

/** Storages of the blocks of some files. */
final class StorageSample {
    /** Enough files to know a directory by. */
    private static final int FILES = 500;

    /** A person waits; a tree of many empty directories is not walked to its end. */
    private static final long NANOS = TimeUnit.SECONDS.toNanos(8);

    private int files;
    private int erasureCoded;
    private int blocks;
    private int severalTiers;
    private final Set<String> storageTypes = new TreeSet<>();
    private final Set<String> racks = new TreeSet<>();
    private final Set<String> hosts = new TreeSet<>();

    private StorageSample() {}

    static StorageSample of(FileSystem fileSystem, Path directory) throws IOException {
        StorageSample sample = new StorageSample();
        long begun = System.nanoTime();
        RemoteIterator<LocatedFileStatus> listed = fileSystem.listFiles(directory, true);
        while (sample.files < FILES && System.nanoTime() - begun < NANOS && listed.hasNext()) {
            sample.add(listed.next());
        }
        return sample;
    }

    private void add(LocatedFileStatus file) throws IOException {
        files++;
        if (file.isErasureCoded()) {
            // Its blocks are parts of blocks: no part is a copy of another.
            erasureCoded++;
            return;
        }
        for (BlockLocation block : file.getBlockLocations()) {
            add(block);
        }
    }

    private void add(BlockLocation block) throws IOException {
        blocks++;
        Set<Tier> ofBlock = new TreeSet<>();
        for (StorageType type : block.getStorageTypes()) {
            // A storage type that this client does not know arrives as null.
            String name = String.valueOf(type);
            storageTypes.add(name);
            Tier.ofStorageType(name).ifPresent(ofBlock::add);
        }
        severalTiers += ofBlock.size() > 1 ? 1 : 0;
        for (String path : block.getTopologyPaths()) {
            racks.add(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
        }
        for (String host : block.getHosts()) {
            hosts.add(host.toLowerCase(Locale.ROOT));
        }
    }

    void tell(Consumer<Fact> seen) {
        storageTypes.forEach(type -> seen.accept(Fact.of(Kind.SAMPLE_TYPE, type)));
        racks.forEach(rack -> seen.accept(Fact.of(Kind.SAMPLE_RACK, rack)));
        hosts.forEach(host -> seen.accept(Fact.of(Kind.SAMPLE_HOST, host)));
        seen.accept(Fact.of(Kind.SAMPLE, files, erasureCoded, blocks, severalTiers));
    }
}
