package io.tiercel.suites.mapreduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;

/**
 * YARN in this process: a ResourceManager, a history server, and a NodeManager on the address of each DataNode, with room for one task.
 * One more NodeManager, on an address of its own, has room for one master. Hadoop's own mini cluster has all NodeManagers on one address.
 */
final class MiniYarn implements AutoCloseable {
    /** Memory of a task, and of a node: the least that the scheduler grants. Nobody checks that it is used. */
    static final int TASK_MIB = 1024;

    /** Memory of a master, which only one node has. */
    static final int MASTER_MIB = 2048;

    private static final String LOOPBACK = "127.0.0.1:0";
    private static final String MASTERS = "127.0.0.100";

    private final Deque<AbstractService> running = new ArrayDeque<>();
    private final List<NodeManager> nodes = new ArrayList<>();
    private final Path directory;
    private final Path logs;
    private final Configuration clients;
    private ResourceManager resourceManager;

    private MiniYarn(Path directory, Map<String, String> hdfs, List<String> hosts, String coordinator) {
        this.directory = directory;
        logs = directory.resolve("logs");
        DefaultMetricsSystem.setMiniClusterMode(true);
        try {
            resourceManager = new ResourceManager();
            start(resourceManager, common(hdfs, coordinator, directory));
            JobHistoryServer history = new JobHistoryServer();
            start(history, new Configuration(resourceManager.getConfig()));
            clients = new YarnConfiguration(history.getConfig());
            for (String host : hosts) {
                startNode(host);
            }
            startNode(MASTERS);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /**
     * @param hosts the addresses of DataNodes
     * @param coordinator the address of the one whose preferences count
     */
    static MiniYarn start(Map<String, String> hdfs, List<String> hosts, String coordinator) throws IOException {
        // On disk, which /tmp often is not, and kept for whoever looks for the cause of a failure.
        Path directory = Path.of("target/yarn").toAbsolutePath();
        FileUtil.fullyDelete(directory.toFile());
        return new MiniYarn(directory, hdfs, hosts, coordinator);
    }

    private void start(AbstractService service, Configuration conf) {
        running.push(service);
        service.init(conf);
        service.start();
    }

    void startNode(String host) {
        NodeManager node = new NodeManager();
        nodes.add(node);
        node.init(node(host));
        node.start();
    }

    private static Configuration common(Map<String, String> hdfs, String coordinator, Path directory) {
        Configuration conf = new YarnConfiguration();
        hdfs.forEach(conf::set);
        for (String address : List.of(
                YarnConfiguration.RM_ADDRESS,
                YarnConfiguration.RM_SCHEDULER_ADDRESS,
                YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
                YarnConfiguration.RM_ADMIN_ADDRESS,
                YarnConfiguration.RM_WEBAPP_ADDRESS,
                JHAdminConfig.MR_HISTORY_ADDRESS,
                JHAdminConfig.MR_HISTORY_WEBAPP_ADDRESS,
                JHAdminConfig.JHS_ADMIN_ADDRESS)) {
            conf.set(address, LOOPBACK);
        }
        conf.set("yarn.scheduler.capacity.root.queues", "default");
        conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
        conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
        conf.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 100);
        conf.set(
                YarnConfiguration.RM_SCHEDULER,
                "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler");
        conf.set("tiercel.yarn.coordinator", coordinator);
        conf.set("tiercel.yarn.interval", "50ms");
        // Under load a node's heartbeat may come late, and YARN then passes the node over.
        conf.set("yarn.scheduler.skip.node.multiplier", "60");
        conf.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
        conf.set(YarnConfiguration.RM_STORE, FileSystemRMStateStore.class.getName());
        conf.set(
                YarnConfiguration.FS_RM_STATE_STORE_URI,
                directory.resolve("state").toUri().toString());
        conf.setInt(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 1_000);
        conf.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 500);
        conf.set("yarn.app.mapreduce.am.staging-dir", "/staging");
        conf.set("mapreduce.framework.name", "yarn");
        return conf;
    }

    private Configuration node(String host) {
        Configuration conf = new YarnConfiguration(clients);
        conf.set(YarnConfiguration.NM_ADDRESS, host + ":0");
        conf.set(YarnConfiguration.NM_LOCALIZER_ADDRESS, host + ":0");
        conf.set(YarnConfiguration.NM_WEBAPP_ADDRESS, host + ":0");
        conf.set(YarnConfiguration.NM_COLLECTOR_SERVICE_ADDRESS, host + ":0");
        conf.set(
                YarnConfiguration.NM_LOCAL_DIRS,
                directory.resolve("local-" + host).toString());
        conf.set(YarnConfiguration.NM_LOG_DIRS, logs.resolve(host).toString());
        conf.setInt(YarnConfiguration.NM_PMEM_MB, host.equals(MASTERS) ? MASTER_MIB : TASK_MIB);
        conf.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
        conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
        conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
        conf.setLong(YarnConfiguration.NM_MIN_PER_DISK_FREE_SPACE_MB, 0);
        conf.setLong(YarnConfiguration.NM_SLEEP_DELAY_BEFORE_SIGKILL_MS, 0);
        conf.setLong(YarnConfiguration.NM_PROCESS_KILL_WAIT_MS, 100);
        conf.set(YarnConfiguration.NM_AUX_SERVICES, ShuffleHandler.MAPREDUCE_SHUFFLE_SERVICEID);
        conf.setClass(
                YarnConfiguration.NM_AUX_SERVICES + "." + ShuffleHandler.MAPREDUCE_SHUFFLE_SERVICEID + ".class",
                ShuffleHandler.class,
                AbstractService.class);
        conf.setInt(ShuffleHandler.SHUFFLE_PORT_CONFIG_KEY, 0);
        return conf;
    }

    /** Ends the ResourceManager, and starts one at the same addresses that knows what it has stored. */
    void restartResourceManager() {
        resourceManager.stop();
        running.remove(resourceManager);
        resourceManager = new ResourceManager();
        running.addLast(resourceManager);
        resourceManager.init(new YarnConfiguration(clients));
        resourceManager.start();
    }

    /** Ends a NodeManager, with all that runs on it. */
    void stopNode(String host) {
        NodeManager node = nodes.stream()
                .filter(each ->
                        each.getConfig().get(YarnConfiguration.NM_ADDRESS).startsWith(host + ":"))
                .findFirst()
                .orElseThrow();
        nodes.remove(node);
        node.stop();
    }

    Configuration clientConf() {
        return new YarnConfiguration(clients);
    }

    /** What containers have logged, in directories by application and container. */
    Path logs() {
        return logs;
    }

    @Override
    public void close() {
        // Each waits some seconds for what runs on it.
        nodes.parallelStream().forEach(AbstractService::stop);
        while (!running.isEmpty()) {
            running.pop().stop();
        }
    }
}
