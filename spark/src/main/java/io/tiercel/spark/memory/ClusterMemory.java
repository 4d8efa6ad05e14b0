package io.tiercel.spark.memory;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Tier;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.StatusReply;
import java.util.List;

/**
 * What the coordinator knows of the nodes that data can be brought into memory on.
 *
 * @param nodes those with an agent that is there
 * @param pendingBytes of migrations that were asked for and are not bound to a node yet
 * @param intervalSeconds between two questions of an agent for work
 * @param sharesDevices whether migrations read as urgently as everybody else, on most nodes
 */
public record ClusterMemory(List<NodeMemory> nodes, long pendingBytes, double intervalSeconds, boolean sharesDevices) {
    /** The interval of a coordinator that does not say it: the default of its key. */
    private static final double USUAL_INTERVAL = 1;

    /**
     * A node.
     *
     * @param node its index in the host registry
     * @param freeBytes that may still be pinned there
     */
    public record NodeMemory(int node, long freeBytes, List<DeviceSpeed> devices) {
        public NodeMemory {
            devices = List.copyOf(devices);
        }
    }

    /**
     * A device.
     *
     * @param bytesPerSecond with nobody else on it, as its agent has measured; 0 as long as it has not
     * @param queued migrations that are bound to it
     */
    public record DeviceSpeed(Tier tier, double bytesPerSecond, int queued) {}

    public ClusterMemory {
        nodes = List.copyOf(nodes);
    }

    static ClusterMemory of(StatusReply status, HostRegistry hosts) {
        List<AgentState> alive =
                status.getAgentsList().stream().filter(AgentState::getAlive).toList();
        return new ClusterMemory(
                alive.stream().map(agent -> node(agent, hosts)).toList(),
                Math.max(0, status.getPendingBytes()),
                status.hasIntervalMillis() ? Math.max(0, status.getIntervalMillis()) / 1e3 : USUAL_INTERVAL,
                2 * alive.stream().filter(AgentState::getSharesDevices).count() > alive.size());
    }

    private static NodeMemory node(AgentState agent, HostRegistry hosts) {
        return new NodeMemory(
                hosts.node(agent.getHost()),
                Math.max(0, agent.getBudgetBytes() - agent.getPinnedBytes()),
                agent.getDevicesList().stream()
                        .map(ClusterMemory::device)
                        .filter(device -> device.tier() != Tier.REMOTE)
                        .toList());
    }

    private static DeviceSpeed device(DeviceState device) {
        // The estimate by which migrations are bound is the coordinator's guess before an agent has measured anything.
        double speed = device.getFullBytesPerSecond();
        return new DeviceSpeed(
                Tier.ofStorageType(device.getStorageType()).orElse(Tier.HDD),
                speed > 0 && speed < Double.POSITIVE_INFINITY ? speed : 0,
                Math.max(0, device.getQueued()));
    }
}
