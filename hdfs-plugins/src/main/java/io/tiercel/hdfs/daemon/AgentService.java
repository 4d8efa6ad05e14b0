package io.tiercel.hdfs.daemon;

import io.tiercel.agent.Agent;
import io.tiercel.agent.Agent.AgentIdentity;
import io.tiercel.agent.AgentKeys;
import io.tiercel.agent.AgentSettings;
import io.tiercel.agent.BlockStore;
import io.tiercel.agent.BlockStore.StorageDevice;
import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.config.ConfigException;
import io.tiercel.linux.IoPriority;
import io.tiercel.protocol.BlockId;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.HadoopSecurity;
import io.tiercel.security.MissingKeysException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hosts an agent in a DataNode, for the plugin that {@code dfs.datanode.plugins} names. The agent starts once the DataNode has its dataset, which comes after its
 * plugins. Any failure is one line in the DataNode's log.
 */
public final class AgentService implements ServicePlugin {
    private static final Logger LOG = LoggerFactory.getLogger(AgentService.class);
    private static final long LOOK_AGAIN_MILLIS = 200;

    private @Nullable Thread starter;
    private @Nullable Agent agent;
    private Runnable unpublish = () -> {};
    private boolean stopped;

    @Override
    public synchronized void start(Object service) {
        if (!(service instanceof DataNode dataNode)) {
            LOG.warn("Tiercel's agent belongs into a DataNode (dfs.datanode.plugins), not into {}", service.getClass());
            return;
        }
        starter = new Thread(() -> run(dataNode), "tiercel-agent-start");
        starter.setDaemon(true);
        starter.start();
    }

    private void run(DataNode dataNode) {
        try {
            Optional<AgentSettings> settings = settings(dataNode.getConf());
            if (settings.isPresent()) {
                // Before anything is done: a secure DataNode's agent does not start without TLS and a principal.
                ChannelSecurity security = new RetriedAttempts(
                                Thread::sleep,
                                why -> LOG.error("Tiercel's agent does not start yet; it tries again: {}", why))
                        .untilSuccess(() -> HadoopSecurity.ofDaemon(
                                dataNode.getConf(),
                                Optional.ofNullable(dataNode.getConf().get(AgentKeys.PRINCIPAL.name()))));
                host(settings.get(), security, dataNode, awaitDataset(dataNode));
            }
        } catch (InterruptedException e) {
            // Stopped before it began.
        } catch (MissingKeysException e) {
            LOG.error("Tiercel's agent does not start: {}", e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Tiercel's agent does not start; the DataNode goes on without it", e);
        }
    }

    private static Optional<AgentSettings> settings(Configuration conf) {
        Map<String, String> entries = new HashMap<>();
        conf.getPropsWithPrefix(AgentKeys.ALL.prefix())
                .forEach((name, value) -> entries.put(AgentKeys.ALL.prefix() + name, value));
        try {
            AgentSettings settings = AgentSettings.read(entries, daemonBytes(conf));
            if (settings.coordinator().isEmpty()) {
                LOG.warn("Tiercel's agent does not start: {} is not set", AgentKeys.COORDINATOR);
                return Optional.empty();
            }
            return Optional.of(settings);
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.error("Tiercel's agent does not start: {}", problem));
            return Optional.empty();
        }
    }

    /** Most bytes that HDFS' own cache and its replicas in memory may lock. */
    private static long daemonBytes(Configuration conf) {
        return conf.getLongBytes(
                DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_DEFAULT);
    }

    /** The dataset comes with the first name node, and the DataNode's identity once it has registered there. */
    private static FsDatasetSpi<?> awaitDataset(DataNode dataNode) throws InterruptedException {
        while (true) {
            FsDatasetSpi<?> dataset = dataNode.getFSDataset();
            if (dataset != null && dataNode.getDatanodeId() != null) {
                return dataset;
            }
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
    }

    private synchronized void host(
            AgentSettings settings, ChannelSecurity security, DataNode dataNode, FsDatasetSpi<?> dataset) {
        if (!stopped) {
            String version = getClass().getPackage().getImplementationVersion();
            AgentIdentity identity = new AgentIdentity(
                    dataNode.getDatanodeUuid(),
                    dataNode.getDatanodeId().getHostName(),
                    version == null ? "" : version,
                    settings.reads().priority() == IoPriority.NORMAL);
            Agent started = Agent.start(
                    settings,
                    identity,
                    new DataNodeBlocks(dataNode, dataset),
                    HadoopSecurity.coordinators(
                            dataNode.getConf(), settings.coordinator().orElseThrow()),
                    security);
            agent = started;
            AgentMetricsRecord metrics = new AgentMetricsRecord(started.metrics()::value);
            unpublish = DaemonMetrics.publish(
                    AgentMetricsRecord.NAME, "Tiercel's agent", dataNode.getDatanodeUuid(), metrics::addTo);
        }
    }

    @Override
    public synchronized void stop() {
        stopped = true;
        try {
            if (starter != null) {
                starter.interrupt();
            }
            unpublish.run();
            unpublish = () -> {};
            if (agent != null) {
                agent.close();
                agent = null;
            }
        } catch (RuntimeException e) {
            LOG.warn("Tiercel's agent did not stop in order; what it had locked goes with the process", e);
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** The replicas of a DataNode, from its dataset. */
    private static final class DataNodeBlocks implements BlockStore {
        private final DataNode dataNode;
        private final FsDatasetSpi<?> dataset;
        private final Set<String> pools = ConcurrentHashMap.newKeySet();
        /** By storage: where {@link #some} goes on. Guarded by itself. */
        private final Map<String, BlockCursor> cursors = new HashMap<>();

        DataNodeBlocks(DataNode dataNode, FsDatasetSpi<?> dataset) {
            this.dataNode = dataNode;
            this.dataset = dataset;
        }

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

        /** Asks the dataset only about pools that the DataNode has. About any other, the dataset would make a lock and keep it. */
        @Override
        public Optional<String> storageOf(BlockId block) throws IOException {
            FsVolumeSpi volume = hasPool(block.getPool()) ? dataset.getVolume(extended(block)) : null;
            return Optional.ofNullable(volume)
                    .filter(each -> !each.isTransientStorage())
                    .map(FsVolumeSpi::getStorageID);
        }

        private boolean hasPool(String pool) throws IOException {
            if (pools.contains(pool)) {
                return true;
            }
            try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
                for (FsVolumeSpi volume : volumes) {
                    pools.addAll(List.of(volume.getBlockPoolList()));
                }
            }
            return pools.contains(pool);
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
        public List<BlockId> some(String storage, int most) throws IOException {
            try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
                for (FsVolumeSpi volume : volumes) {
                    if (volume.getStorageID().equals(storage)) {
                        synchronized (cursors) {
                            return cursors.computeIfAbsent(storage, fresh -> new BlockCursor())
                                    .next(volume, most);
                        }
                    }
                }
            }
            return List.of();
        }

        @Override
        public int readers() {
            return dataNode.getXceiverCount();
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

    /** Goes through the blocks of a volume, pool by pool, directory by directory, as HDFS' block scanner does. Not thread-safe. */
    private static final class BlockCursor {
        private static final String NAME = "tiercel";

        private int pool;
        private FsVolumeSpi.@Nullable BlockIterator blocks;

        /** At most so many blocks. After the last one it begins anew; so one call may give a block twice. */
        List<BlockId> next(FsVolumeSpi volume, int most) throws IOException {
            String[] pools = volume.getBlockPoolList();
            List<BlockId> found = new ArrayList<>();
            for (int ends = 0; ends <= pools.length && pools.length > 0 && found.size() < most; ends++) {
                FsVolumeSpi.BlockIterator iterator = blocks;
                if (iterator == null) {
                    iterator = volume.newBlockIterator(pools[Math.floorMod(pool++, pools.length)], NAME);
                }
                blocks = take(iterator, most, found) ? iterator : null;
            }
            return found;
        }

        /** Whether the iterator has more. */
        private static boolean take(FsVolumeSpi.BlockIterator iterator, int most, List<BlockId> found)
                throws IOException {
            while (found.size() < most) {
                ExtendedBlock block = iterator.nextBlock();
                if (block == null) {
                    iterator.close();
                    return false;
                }
                found.add(BlockId.newBuilder()
                        .setPool(block.getBlockPoolId())
                        .setBlock(block.getBlockId())
                        .setGeneration(block.getGenerationStamp())
                        .build());
            }
            return true;
        }
    }
}
