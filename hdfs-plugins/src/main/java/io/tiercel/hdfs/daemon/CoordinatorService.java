package io.tiercel.hdfs.daemon;

import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.Coordinator;
import io.tiercel.coordinator.CoordinatorKeys;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.coordinator.HostingNameNode;
import io.tiercel.coordinator.ReadDirector;
import io.tiercel.coordinator.view.CoordinatorMetrics.Sample;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.model.BlockId;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.HAUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.CacheManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hosts a coordinator in a NameNode, for the plugin that {@code dfs.namenode.plugins} names. It asks the NameNode as each caller,
 * through {@link InProcessNameNode}, so that the NameNode checks permissions. Any failure is one line
 * in the NameNode's log.
 */
public final class CoordinatorService implements ServicePlugin {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorService.class);

    private static final long LOOK_MILLIS = 100;
    private static final long STOP_SECONDS = 5;

    private @Nullable NameNode host;
    private @Nullable ScheduledExecutorService supervisor;

    /** The server of callers now: the coordinator, or its stand-in. Only the supervisor uses it, the epoch and the transition. */
    private @Nullable AutoCloseable answering;

    /** The metrics of the coordinator that answers; none while a stand-in does. */
    private volatile Supplier<List<Sample>> metrics = List::of;

    private Runnable unpublish = () -> {};

    /** The epoch of the coordinator that answers; empty while a stand-in does. */
    private OptionalLong epoch = OptionalLong.empty();

    /** The NameNode's last transition that the supervisor has seen, in milliseconds. */
    private long transition;

    private final StartAttempts attempts = new StartAttempts(
            System::nanoTime,
            problem -> LOG.error("Tiercel's coordinator does not start; the NameNode goes on without it: {}", problem));

    @Override
    public synchronized void start(Object service) {
        if (!(service instanceof NameNode nameNode)) {
            LOG.warn(
                    "Tiercel's coordinator belongs into a NameNode (dfs.namenode.plugins), not into {}",
                    service.getClass());
            return;
        }
        try {
            host = nameNode;
            Configuration conf = new Configuration();
            defaultFileSystem(conf, nameNode.getConf(), nameNode.getNameNodeAddress());
            CoordinatorSettings settings = CoordinatorSettings.read(keys(conf));
            Host hosting = new Host(nameNode);
            InProcessNameNode.configure(conf, nameNode);
            ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "tiercel-supervisor");
                thread.setDaemon(true);
                return thread;
            });
            supervisor = looks;
            looks.scheduleWithFixedDelay(
                    () -> supervise(settings, conf, hosting), 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
            CoordinatorMetricsRecords records = new CoordinatorMetricsRecords(() -> metrics.get());
            unpublish = DaemonMetrics.publish(
                    CoordinatorMetricsRecords.NAME,
                    "Tiercel's coordinator",
                    Integer.toString(nameNode.getNameNodeAddress().getPort()),
                    records::addTo);
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.error("Tiercel's coordinator does not start: {}", problem));
        } catch (RuntimeException | LinkageError e) {
            LOG.error("Tiercel's coordinator does not start; the NameNode goes on without it", e);
        }
    }

    /** Lets a coordinator run while the NameNode is active, and a stand-in while it is not. */
    private void supervise(CoordinatorSettings settings, Configuration conf, Host hosting) {
        try {
            if (answering == null || isWrong(hosting)) {
                closeAnswering();
                if (attempts.isDue()) {
                    answer(settings, conf, hosting);
                }
            }
        } catch (Throwable e) {
            attempts.failed(e);
        }
    }

    /**
     * Whether somebody else should answer. An active NameNode that writes no log for a while, as it does to save its namespace, keeps its
     * coordinator.
     */
    private boolean isWrong(Host hosting) {
        if (!hosting.isActive()) {
            return epoch.isPresent();
        }
        if (epoch.isEmpty()) {
            return hosting.segment().isPresent();
        }
        long last = hosting.lastTransition();
        if (last == transition) {
            return false;
        }
        OptionalLong segment = hosting.segment();
        if (segment.equals(epoch)) {
            // It states the time of its transition after it has opened its log.
            transition = last;
        }
        return segment.isPresent() && !segment.equals(epoch);
    }

    private void answer(CoordinatorSettings settings, Configuration conf, Host hosting) throws IOException {
        long last = hosting.lastTransition();
        OptionalLong segment = hosting.isActive() ? hosting.segment() : OptionalLong.empty();
        if (segment.isPresent()) {
            hosting.epoch = segment.getAsLong();
            Coordinator coordinator = Coordinator.start(settings, conf, hosting);
            answering = coordinator;
            metrics = coordinator::metrics;
        } else {
            answering = Coordinator.standBy(settings, conf, hosting);
            LOG.info("the NameNode is not active, and so Tiercel's coordinator is in standby");
        }
        epoch = segment;
        transition = last;
        attempts.succeeded();
    }

    private void closeAnswering() {
        AutoCloseable last = answering;
        answering = null;
        metrics = List::of;
        if (last != null) {
            try {
                last.close();
            } catch (Throwable e) {
                // An Error too: another coordinator, or a stand-in, has to start.
                LOG.warn("Tiercel's coordinator did not stop in order", e);
            }
        }
    }

    /** Completes the daemon's configuration: in a federation, or where it names no HDFS, files without a host are this NameNode's. */
    static void defaultFileSystem(Configuration conf, Configuration nameNode, InetSocketAddress address) {
        String own = "hdfs://" + address.getHostString() + ":" + address.getPort();
        if (nameNode.getTrimmedStringCollection(DFSConfigKeys.DFS_NAMESERVICES).size() > 1) {
            // All NameNodes of a federation have the same default file system.
            String nameService = DFSUtil.getNamenodeNameServiceId(nameNode);
            conf.set("fs.defaultFS", HAUtil.isHAEnabled(nameNode, nameService) ? "hdfs://" + nameService : own);
        } else if (!"hdfs".equals(FileSystem.getDefaultUri(conf).getScheme())) {
            conf.set("fs.defaultFS", own);
        }
    }

    private static Map<String, String> keys(Configuration conf) {
        Map<String, String> entries = new HashMap<>();
        conf.getPropsWithPrefix(CoordinatorKeys.ALL.prefix())
                .forEach((name, value) -> entries.put(CoordinatorKeys.ALL.prefix() + name, value));
        return entries;
    }

    @Override
    public synchronized void stop() {
        unpublish.run();
        unpublish = () -> {};
        ScheduledExecutorService looks = supervisor;
        supervisor = null;
        if (looks != null) {
            // The server is closed on the thread that made it.
            looks.execute(this::closeAnswering);
            looks.shutdown();
            try {
                if (!looks.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                    looks.shutdownNow();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (host != null) {
            InProcessNameNode.forget(host);
            host = null;
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** The NameNode, as the coordinator sees it. */
    private static final class Host implements HostingNameNode {
        private final NameNode nameNode;
        private final CachedLocations locations;

        /** Set before a coordinator starts. */
        private volatile long epoch;

        Host(NameNode nameNode) {
            this.nameNode = nameNode;
            this.locations = new CachedLocations(nameNode);
        }

        @Override
        public void inMemory(String node, List<BlockId> blocks) throws IOException {
            locations.inMemory(node, blocks);
        }

        @Override
        public Caller verify(Token<DelegationTokenIdentifier> token, DelegationTokenIdentifier id) throws IOException {
            nameNode.verifyToken(id, token.getPassword());
            UserGroupInformation user = id.getUser();
            return new Caller(user.getShortUserName(), user.toString(), user);
        }

        /**
         * Without the namespace's lock, because callers ask for thousands of blocks. A block that changes at this moment may seem to belong to
         * no file.
         */
        @Override
        public OptionalLong fileOf(long block) {
            BlockInfo stored = nameNode.getNamesystem().getBlockManager().getStoredBlock(new Block(block));
            return stored == null || stored.getBlockCollectionId() <= 0
                    ? OptionalLong.empty()
                    : OptionalLong.of(stored.getBlockCollectionId());
        }

        /** Whether the NameNode says that it is active. It says so before it has read all of its predecessor's edits. */
        boolean isActive() {
            return nameNode.isActiveState();
        }

        /** In milliseconds; 0 where there is no other NameNode. */
        long lastTransition() {
            return nameNode.getLastHATransitionTime();
        }

        /** The first transaction of the edit log that it writes now, later than all of its predecessors'; empty while it writes none. */
        OptionalLong segment() {
            try {
                return OptionalLong.of(nameNode.getNamesystem().getEditLog().getCurSegmentTxId());
            } catch (IllegalStateException e) {
                return OptionalLong.empty();
            }
        }

        @Override
        public long epoch() {
            return epoch;
        }

        @Override
        public Optional<Boolean> isDataNodeOf(String node, String host) {
            DatanodeDescriptor dataNode = nameNode.getNamesystem()
                    .getBlockManager()
                    .getDatanodeManager()
                    .getDatanode(node);
            return Optional.ofNullable(dataNode)
                    .map(known -> known.getHostName().equalsIgnoreCase(host));
        }
    }

    /**
     * Has a NameNode name replicas in agents' memory as cached ones in block locations. It does so as a DataNode with a cache of its own
     * does: by a report of all that it has. A DataNode that has such a cache is left alone, because its own report and this one
     * would replace each other.
     */
    private static final class CachedLocations implements ReadDirector {
        private static final Logger LOG = LoggerFactory.getLogger(CachedLocations.class);

        private final NameNode nameNode;
        private final Set<String> passedOver = new HashSet<>();

        CachedLocations(NameNode nameNode) {
            this.nameNode = nameNode;
        }

        /** Does nothing on a standby NameNode: the reports are repeated every minute, and reach it once it is active. */
        @Override
        public void inMemory(String node, List<BlockId> blocks) throws IOException {
            if (!nameNode.isActiveState()) {
                return;
            }
            FSNamesystem names = nameNode.getNamesystem();
            DatanodeDescriptor dataNode =
                    names.getBlockManager().getDatanodeManager().getDatanode(node);
            if (dataNode == null) {
                if (!blocks.isEmpty()) {
                    throw new IOException("the NameNode knows no DataNode " + node);
                }
            } else if (dataNode.getCacheCapacity() > 0) {
                passOver(dataNode, "it has a cache of HDFS' own (dfs.datanode.max.locked.memory)");
            } else {
                tell(names, dataNode, blocks);
            }
        }

        private void tell(FSNamesystem names, DatanodeDescriptor dataNode, List<BlockId> blocks) throws IOException {
            CacheManager cache = names.getCacheManager();
            if (!cache.isEnabled()) {
                passOver(dataNode, "dfs.namenode.caching.enabled is false");
                return;
            }
            String pool = names.getBlockPoolId();
            cache.processCacheReport(
                    dataNode,
                    blocks.stream()
                            .filter(block -> block.pool().equals(pool))
                            .map(BlockId::id)
                            .toList());
        }

        private void passOver(DatanodeDescriptor dataNode, String why) {
            if (passedOver.add(dataNode.getDatanodeUuid())) {
                LOG.info("readers elsewhere are not sent to the memory of {}: {}", dataNode.getHostName(), why);
            }
        }
    }
}
