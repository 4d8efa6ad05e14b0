package io.tiercel.testkit;

import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.process.Daemons;
import io.tiercel.testkit.process.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * A running YARN: a ResourceManager on 127.0.0.1 and NodeManagers on 127.0.0.2 and on, each a process of its own. It ends when it is
 * closed, and also when this process ends, however that happens.
 */
public final class YarnCluster implements AutoCloseable {
    private static final String RESOURCE_MANAGER = "resource-manager";
    private static final String NODE_MANAGER = "node-manager-";

    /** A free port may be taken by somebody else before the ResourceManager has it. */
    private static final int START_ATTEMPTS = 3;

    private final YarnClusterBuilder spec;
    private final ClusterLayout layout;
    private final Daemons daemons;
    private final YarnDaemons yarn;

    private YarnCluster(YarnClusterBuilder spec, ClusterLayout layout, Daemons daemons, YarnDaemons yarn) {
        this.spec = spec;
        this.layout = layout;
        this.daemons = daemons;
        this.yarn = yarn;
    }

    public static YarnClusterBuilder builder() {
        return new YarnClusterBuilder();
    }

    static YarnCluster start(YarnClusterBuilder spec) {
        MemoryRequirement.require(spec, MemoryRequirement.availableMiB());
        ClassPaths classPaths = ClassPaths.ofThisBuild();
        ClusterLayout layout = ClusterLayout.temporaryUnder(classPaths.clusters());
        for (int attempt = 1; ; attempt++) {
            Daemons daemons = new Daemons();
            YarnCluster cluster = new YarnCluster(spec, layout, daemons, new YarnDaemons(spec, layout, classPaths));
            try {
                cluster.startDaemons();
                return cluster;
            } catch (RuntimeException | Error e) {
                daemons.close();
                if (!daemons.foundPortTaken() || attempt == START_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void startDaemons() {
        yarn.writeConfiguration();
        daemons.add(yarn.resourceManager());
        IntStream.range(0, spec.nodes).forEach(node -> daemons.add(yarn.nodeManager(node)));
        awaitRegistered(daemons::requireAllAlive);
    }

    /** Waits until the ResourceManager knows all NodeManagers that live as running. */
    private void awaitRegistered(Runnable check) {
        Deadline deadline = new Deadline(ClusterBuilder.START_LIMIT);
        await(deadline, check, yarn::resourceManagerListens, () -> "the ResourceManager did not listen");
        int expected = daemons.alive(NODE_MANAGER).size();
        try (YarnClient client = client()) {
            await(
                    deadline,
                    check,
                    () -> running(client).size() == expected,
                    () -> "not all of " + expected + " NodeManagers registered (see " + layout.logs() + ")");
        } catch (IOException e) {
            throw new ClusterException("YARN did not come up: " + e.getMessage(), e);
        }
    }

    private static void await(
            Deadline deadline, Runnable check, BooleanSupplier condition, Supplier<String> complaint) {
        deadline.await(
                () -> {
                    check.run();
                    return condition.getAsBoolean();
                },
                complaint);
    }

    private YarnClient client() {
        Configuration conf = new Configuration();
        conf().forEach(conf::set);
        YarnClient client = YarnClient.createYarnClient();
        client.init(conf);
        client.start();
        return client;
    }

    private static List<String> running(YarnClient client) {
        try {
            return client.getNodeReports(NodeState.RUNNING).stream()
                    .map(report -> report.getNodeId().getHost())
                    .sorted()
                    .toList();
        } catch (YarnException | IOException e) {
            return List.of();
        }
    }

    /** Configuration of this cluster's clients. */
    public Map<String, String> conf() {
        return yarn.clients();
    }

    /**
     * Keys of MapReduce jobs on this cluster: it must have been built {@link YarnClusterBuilder#withMapReduce}. Their JVMs are small, and
     * read HDFS as programs on their node do. Another program's options of the master, such as its class, come behind these.
     */
    public Map<String, String> mapReduceConf() {
        return yarn.mapReduceJobs();
    }

    /** A directory with that configuration, for HADOOP_CONF_DIR. */
    public Path confDir() {
        return layout.hadoopConf();
    }

    /** The nodes' addresses, 127.0.0.2 and on, which are their host names too. */
    public List<String> hosts() {
        return spec.hosts();
    }

    /** The rack of a node as YARN writes it: /rack-1, /rack-2, … */
    public String rack(int node) {
        return spec.rack(node);
    }

    /** Hosts of the NodeManagers that the ResourceManager knows as running. */
    public List<String> runningHosts() {
        try (YarnClient client = client()) {
            return running(client);
        } catch (IOException e) {
            throw new ClusterException("the ResourceManager cannot be asked: " + e.getMessage(), e);
        }
    }

    public Path workDir() {
        return layout.root();
    }

    public Path resourceManagerLog() {
        return layout.log(RESOURCE_MANAGER);
    }

    public Path nodeManagerLog(int node) {
        return layout.log(NODE_MANAGER + node);
    }

    /**
     * Kills the ResourceManager as kill -9 does and starts it again on the same ports, with a new log. Returns when all NodeManagers that
     * live have registered. It has forgotten its applications, unless {@code yarn.resourcemanager.recovery.enabled} is set.
     */
    public void restartResourceManager() {
        daemons.named(RESOURCE_MANAGER).kill();
        Daemon restarted = daemons.add(yarn.resourceManager());
        awaitRegistered(() -> {
            if (!restarted.alive()) {
                throw new ClusterException("the ResourceManager did not start again (see " + restarted.log() + ")");
            }
        });
    }

    /** Kills a NodeManager as kill -9 does, and the containers on its node. The ResourceManager counts it as lost after 10 s. */
    public void killNodeManager(int node) {
        Daemon nodeManager = daemons.named(NODE_MANAGER + node);
        List<ProcessHandle> containers = nodeManager.handle().descendants().toList();
        nodeManager.kill();
        containers.forEach(ProcessHandle::destroyForcibly);
    }

    /** Starts the NodeManager of a node again, and returns when it has registered. */
    public void startNodeManager(int node) {
        if (!daemons.alive(NODE_MANAGER + node).isEmpty()) {
            throw new ClusterException("the NodeManager of node " + node + " runs");
        }
        Daemon started = daemons.add(yarn.nodeManager(node));
        awaitRegistered(() -> {
            if (!started.alive()) {
                throw new ClusterException("the NodeManager did not start again (see " + started.log() + ")");
            }
        });
    }

    /** Ends all daemons and their containers, and deletes the cluster's directory. */
    @Override
    public void close() {
        daemons.close();
        ClassPaths.ofThisBuild().yarnArchive().makeIfMissing();
        layout.delete();
    }
}
