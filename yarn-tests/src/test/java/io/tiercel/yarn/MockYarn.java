package io.tiercel.yarn;

import io.tiercel.allocate.PreferenceBook.Held;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;

/** A ResourceManager of Hadoop's tests: its scheduler and events are real, its nodes report when they are told to. */
final class MockYarn implements AutoCloseable {
    static final String ASYNCHRONOUS = "yarn.scheduler.capacity.schedule-asynchronously.enable";
    static final String USER = "ann";
    static final int CONTAINER_MIB = 1024;
    static final double C1 = 40;
    static final double C2 = 100;

    private final YarnConfiguration conf;
    private final MockRM manager;
    private final Map<String, MockNM> nodes = new HashMap<>();

    /** The racks of hosts are in their names. */
    public static final class Racks implements DNSToSwitchMapping {
        @Override
        public List<String> resolve(List<String> names) {
            return names.stream().map(MockYarn::rack).toList();
        }

        @Override
        public void reloadCachedMappings() {}

        @Override
        public void reloadCachedMappings(List<String> names) {}
    }

    /** An address: names would be looked up. */
    static String host(int rack, int high, int low) {
        return "127." + rack + "." + high + "." + low;
    }

    static String rack(String host) {
        return "/rack-" + host.split("\\.")[1];
    }

    MockYarn(Class<? extends CapacityScheduler> scheduler, Map<String, String> keys) {
        DefaultMetricsSystem.setMiniClusterMode(true);
        conf = new YarnConfiguration();
        conf.setClass(YarnConfiguration.RM_SCHEDULER, scheduler, CapacityScheduler.class);
        conf.setClass(
                CommonConfigurationKeysPublic.NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY,
                Racks.class,
                DNSToSwitchMapping.class);
        conf.set("yarn.resourcemanager.webapp.address", "127.0.0.1:0");
        conf.set("yarn.scheduler.capacity.root.queues", "default");
        conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
        conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
        // Racks come before what is not local, as in Trident.
        conf.set("yarn.scheduler.capacity.rack-locality-additional-delay", "0");
        conf.set(ASYNCHRONOUS, "false");
        conf.set("yarn.scheduler.minimum-allocation-mb", Integer.toString(CONTAINER_MIB / 2));
        conf.set("yarn.scheduler.skip.node.multiplier", "1000");
        conf.set("tiercel.yarn.cost.rack", Double.toString(C1));
        conf.set("tiercel.yarn.cost.elsewhere", Double.toString(C2));
        conf.set("tiercel.yarn.stale", "1h");
        keys.forEach(conf::set);
        manager = new MockRM(conf);
        Logger.getRootLogger().setLevel(Level.WARN); // MockRM has asked for all that there is.
        manager.start();
    }

    CapacityScheduler scheduler() {
        return (CapacityScheduler) manager.getResourceScheduler();
    }

    /** Reads keys anew, as {@code rmadmin -refreshQueues} does. */
    void refresh(Map<String, String> keys) throws Exception {
        keys.forEach(conf::set);
        scheduler().reinitialize(conf, manager.getRMContext());
    }

    void prefer(List<Held> held) {
        if (scheduler() instanceof TiercelCapacityScheduler ours) {
            ours.terms().known().replace(held);
        }
    }

    void addNode(String host, int mebibytes) throws Exception {
        nodes.put(host, manager.registerNode(host + ":1", mebibytes, 1_000));
    }

    void removeNodes() throws Exception {
        for (MockNM node : nodes.values()) {
            node.unRegisterNode();
        }
        manager.drainEvents();
        nodes.clear();
    }

    /** Hosts in the order in which the scheduler lists them. */
    List<String> hosts() {
        List<String> hosts = new ArrayList<>();
        scheduler().getNodeTracker().getNodesPerPartition("").forEach(node -> hosts.add(node.getNodeName()));
        return hosts;
    }

    void report(String host) throws Exception {
        nodes.get(host).nodeHeartbeat(true);
        manager.drainEvents();
    }

    /** All nodes report, one after the other, and the scheduler alone does what it does then. */
    void scheduleAll() {
        manager.getRMContext().getRMNodes().values().forEach(node -> scheduler()
                .handle(new NodeUpdateSchedulerEvent(node)));
    }

    /** Containers that an application has not got yet. */
    int pending(ApplicationAttemptId attempt) {
        return scheduler().getApplicationAttempt(attempt).getAppSchedulingInfo().getSchedulerKeys().stream()
                .mapToInt(key -> scheduler().getApplicationAttempt(attempt).getOutstandingAsksCount(key))
                .sum();
    }

    /** An application without a master; its caller speaks for it. */
    ApplicationAttemptId submit() throws Exception {
        RMApp application = MockRMAppSubmitter.submit(
                manager,
                MockRMAppSubmissionData.Builder.createWithMemory(CONTAINER_MIB, manager)
                        .withUser(USER)
                        .withUnmanagedAM(true)
                        .build());
        manager.drainEvents();
        ApplicationAttemptId attempt = application.getCurrentAppAttempt().getAppAttemptId();
        new MockAM(manager.getRMContext(), manager.getApplicationMasterService(), attempt).registerAppAttempt();
        manager.drainEvents();
        return attempt;
    }

    void finish(ApplicationAttemptId attempt) throws Exception {
        manager.killApp(attempt.getApplicationId());
        manager.drainEvents();
    }

    List<Container> allocate(ApplicationAttemptId attempt, List<ResourceRequest> asks, List<ContainerId> released) {
        List<Container> granted = scheduler()
                .allocate(attempt, asks, null, released, List.of(), List.of(), new ContainerUpdates())
                .getContainers();
        manager.drainEvents();
        return granted;
    }

    static ResourceRequest ask(int priority, String place, int containers) {
        return ResourceRequest.newInstance(
                Priority.newInstance(priority), place, Resource.newInstance(CONTAINER_MIB, 1), containers);
    }

    @Override
    public void close() {
        manager.stop();
    }
}
