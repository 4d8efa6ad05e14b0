package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import io.tiercel.linux.BlockDevice;
import io.tiercel.testkit.device.CachedFile;
import io.tiercel.testkit.device.EmulatedDevice;
import io.tiercel.testkit.device.EmulatedDeviceStream;
import io.tiercel.testkit.device.EmulatedDevices;
import io.tiercel.testkit.device.EmulatedDevicesMBean;
import io.tiercel.testkit.device.TokenBucket;
import io.tiercel.testkit.hdfs.DirectiveCache;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.nativeio.NativeIO;

/**
 * The stock dataset, whose volumes read at the bandwidth of emulated devices, or of the kernel's.
 *
 * <p>Needs {@code dfs.datanode.transferTo.allowed=false}, since sendfile would pass the streams by, and no short-circuit
 * reads. Bandwidths are {@code tiercel.testkit.bytes-per-second.<storage type>}, 0 for no limit.
 */
public final class TieredDataset extends FsDatasetImpl {
    /** Prefix of the keys of bandwidths, in bytes/s. */
    public static final String BANDWIDTH_PREFIX = "tiercel.testkit.bytes-per-second.";

    /** Key: the kernel limits the volumes' bandwidths, and counts what they serve. */
    public static final String KERNEL_DEVICES = "tiercel.testkit.kernel-devices";

    /** For {@code dfs.datanode.fsdataset.factory}. */
    public static final class Factory extends FsDatasetSpi.Factory<FsDatasetImpl> {
        @Override
        public FsDatasetImpl newInstance(DataNode node, DataStorage storage, Configuration conf) throws IOException {
            return new TieredDataset(node, storage, conf);
        }
    }

    private static final long NO_BLOCK = 0;

    private final boolean isOfKernel;

    private final EmulatedDevices devices = new EmulatedDevices();

    TieredDataset(DataNode node, DataStorage storage, Configuration conf) throws IOException {
        super(node, storage, conf);
        this.isOfKernel = conf.getBoolean(KERNEL_DEVICES, false);
        try (FsVolumeReferences volumes = getFsVolumeReferences()) {
            for (FsVolumeSpi volume : volumes) {
                String type = volume.getStorageType().name();
                devices.add(isOfKernel ? ofKernel(volume, type) : emulated(volume, type, conf));
            }
        }
        register(devices);
        if (NativeIO.POSIX.getCacheManipulator() instanceof DirectiveCache cache) {
            cache.charge(devices);
        }
    }

    private static EmulatedDevice emulated(FsVolumeSpi volume, String type, Configuration conf) {
        return new EmulatedDevice(directory(volume), type, new TokenBucket(conf.getLong(BANDWIDTH_PREFIX + type, 0)));
    }

    private static EmulatedDevice ofKernel(FsVolumeSpi volume, String type) throws IOException {
        String directory = directory(volume);
        BlockDevice disk = BlockDevice.of(Path.of(directory))
                .orElseThrow(() -> new IOException("the kernel names no device for " + directory));
        return EmulatedDevice.ofKernel(directory, type, disk);
    }

    @Override
    public InputStream getBlockInputStream(ExtendedBlock block, long seekOffset) throws IOException {
        InputStream stock = super.getBlockInputStream(block, seekOffset);
        try {
            return throttled(block, stock);
        } catch (IOException | RuntimeException e) {
            stock.close();
            throw e;
        }
    }

    /**
     * Never empty: a DataNode says nothing of an empty cache (HDFS-17339), and its NameNode would count for ever on what was let go.
     * No block bears that number.
     */
    @Override
    public List<Long> getCacheReport(String pool) {
        List<Long> cached = super.getCacheReport(pool);
        return cached.isEmpty() ? List.of(NO_BLOCK) : cached;
    }

    private InputStream throttled(ExtendedBlock block, InputStream stock) throws IOException {
        FsVolumeImpl volume = getVolume(block);
        if (volume == null) {
            throw new IOException("block " + block + " was deleted while it was opened");
        }
        if (!(stock instanceof FileInputStream file)) {
            throw new IOException("block " + block + " is read through " + stock.getClass() + ", which is no file");
        }
        CachedFile cached = new CachedFile(file.getFD());
        if (!isOfKernel) {
            cached.withoutReadahead();
        }
        Path path = Path.of(getReplicaInfo(block).getBlockURI());
        return new EmulatedDeviceStream(file, devices.at(directory(volume)), cached, () -> devices.pageCache()
                .read(path, cached.residentBytes(file.getChannel().size())));
    }

    private static String directory(FsVolumeSpi volume) {
        return Path.of(volume.getBaseURI()).toString();
    }

    private static void register(EmulatedDevices devices) throws IOException {
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(devices, new ObjectName(EmulatedDevicesMBean.NAME));
        } catch (JMException e) {
            throw new IOException("cannot register the devices: " + e.getMessage(), e);
        }
    }
}
