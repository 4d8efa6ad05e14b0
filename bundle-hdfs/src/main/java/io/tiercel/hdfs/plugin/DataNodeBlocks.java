package io.tiercel.hdfs.plugin;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.StorageDevice;
import io.tiercel.agent.StoredReplica;
import io.tiercel.protocol.BlockId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** The replicas of a DataNode, from its dataset. */
record DataNodeBlocks(FsDatasetSpi<?> dataset) implements BlockStore {
    /** Volumes in memory are left out: nothing is gained there. */
    @Override
    public List<StorageDevice> devices() throws IOException {
        List<StorageDevice> devices = new ArrayList<>();
        try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
            for (FsVolumeSpi volume : volumes) {
                if (!volume.isTransientStorage()) {
                    devices.add(new StorageDevice(
                            volume.getStorageID(), volume.getStorageType().name()));
                }
            }
        }
        return devices;
    }

    @Override
    public Optional<StoredReplica> find(BlockId block) throws IOException {
        ExtendedBlock asked = extended(block);
        if (!dataset.isValidBlock(asked)) {
            return Optional.empty();
        }
        FsVolumeSpi volume = dataset.getVolume(asked);
        if (volume == null || volume.isTransientStorage()) {
            return Optional.empty();
        }
        Path file = Path.of(dataset.getBlockLocalPathInfo(asked).getBlockPath());
        return Optional.of(new StoredReplica(file, volume.getStorageID(), dataset.getLength(asked)));
    }

    @Override
    public InputStream open(BlockId block) throws IOException {
        return dataset.getBlockInputStream(extended(block), 0);
    }

    /** The dataset may write into what it is asked for, so each question has its own. */
    private static ExtendedBlock extended(BlockId block) {
        return new ExtendedBlock(block.getPool(), block.getBlock(), 0, block.getGeneration());
    }
}
