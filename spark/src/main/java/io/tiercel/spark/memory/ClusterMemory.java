package io.tiercel.spark.memory;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Tier;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.StatusReply;
import java.util.List;

/**
 * The nodes on which data can be brought into memory, as the coordinator knows them.
 *
 * @param nodes those with a living agent
 * @param pendingBytes of requested migrations that are not bound to a node yet
 * @param intervalSeconds between two polls of an agent
 * @param sharesDevices whether migrations read with normal priority on most nodes
 */
public record ClusterMemory(List<NodeMemory> nodes, long pendingBytes, double intervalSeconds, boolean sharesDevices) {
    /** The default of the coordinator's key, for coordinators that do not say their interval. */
    private static final double USUAL_INTERVAL = 1;

    /**
     * A node.
     *
     * @param node its index in the host registry
     * @param freeBytes that may still be pinned on it
     */
    public record NodeMemory(int node, long freeBytes, List<DeviceSpeed> devices) {
        public NodeMemory {
            devices = List.copyOf(devices);
        }
    }

    /**
     * A device.
     *
     * @param bytesPerSecond without other readers, as its agent has measured; 0 until it has
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
        // Not the estimate that migrations are bound by: before an agent has measured, that is the coordinator's guess.
        double speed = device.getFullBytesPerSecond();
        return new DeviceSpeed(
                Tier.ofStorageType(device.getStorageType()).orElse(Tier.HDD),
                speed > 0 && speed < Double.POSITIVE_INFINITY ? speed : 0,
                Math.max(0, device.getQueued()));
    }
}
