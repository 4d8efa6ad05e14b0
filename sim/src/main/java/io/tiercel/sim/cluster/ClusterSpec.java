package io.tiercel.sim.cluster;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;
import java.util.Collections;
import java.util.List;

/**
 * A cluster; its nodes are numbered rack by rack.
 *
 * @param racks at least one, with at least one node in all
 */
public record ClusterSpec(List<RackSpec> racks) {
    public ClusterSpec {
        racks = List.copyOf(racks);
        if (racks.stream().allMatch(rack -> rack.nodes().isEmpty())) {
            throw new IllegalArgumentException("cluster: expected at least one node, got none");
        }
    }

    public int nodes() {
        return racks.stream().mapToInt(rack -> rack.nodes().size()).sum();
    }

    public List<NodeSpec> nodeSpecs() {
        return racks.stream().flatMap(rack -> rack.nodes().stream()).toList();
    }

    public int slots() {
        return nodeSpecs().stream().mapToInt(NodeSpec::slots).sum();
    }

    public boolean has(Tier tier) {
        return nodeSpecs().stream().flatMap(node -> node.devices().stream()).anyMatch(device -> device.tier() == tier);
    }

    /**
     * A node.
     *
     * @param slots tasks at a time
     * @param devices at most one of them memory
     * @param linkBytesPerSecond bandwidth of its network link, each way
     */
    public record NodeSpec(int slots, List<DeviceSpec> devices, double linkBytesPerSecond) {
        public NodeSpec {
            Preconditions.nonNegative("slots", slots);
            if (devices.stream().filter(device -> device.tier() == Tier.MEMORY).count() > 1) {
                throw new IllegalArgumentException("devices: expected at most one of tier MEMORY, got several");
            }
            devices = List.copyOf(devices);
        }
    }

    /**
     * A device of a node.
     *
     * @param tier not {@link Tier#REMOTE}
     * @param bytesPerSecond bandwidth, shared by all reads and writes
     * @param seekLoss how much longer many transfers at a time take than one after the other; 0 for no longer
     * @param ahead bytes that an idle device has read ahead for the next read
     * @param mostEach bandwidth of a single read or write, at most; an SSD needs several at a time to be busy
     */
    public record DeviceSpec(
            Tier tier, double bytesPerSecond, long bytes, double seekLoss, long ahead, double mostEach) {
        public DeviceSpec {
            if (tier == Tier.REMOTE) {
                throw new IllegalArgumentException("tier: expected MEMORY, SSD or HDD, got REMOTE");
            }
            Preconditions.positive("bytes per second", bytesPerSecond);
            Preconditions.nonNegative("bytes", bytes);
            Preconditions.nonNegative("ahead, bytes", ahead);
            if (!(mostEach > 0)) {
                throw new IllegalArgumentException("bytes per second of a transfer: expected above 0, got " + mostEach);
            }
        }

        /** A device that a single read keeps busy. */
        public DeviceSpec(Tier tier, double bytesPerSecond, long bytes, double seekLoss, long ahead) {
            this(tier, bytesPerSecond, bytes, seekLoss, ahead, Double.POSITIVE_INFINITY);
        }

        /** A device that does not seek. */
        public DeviceSpec(Tier tier, double bytesPerSecond, long bytes) {
            this(tier, bytesPerSecond, bytes, 0);
        }

        /** A device that reads nothing ahead. */
        public DeviceSpec(Tier tier, double bytesPerSecond, long bytes, double seekLoss) {
            this(tier, bytesPerSecond, bytes, seekLoss, 0);
        }
    }

    /**
     * A rack.
     *
     * @param uplinkBytesPerSecond bandwidth between it and the other racks, each way
     */
    public record RackSpec(List<NodeSpec> nodes, double uplinkBytesPerSecond) {
        public RackSpec {
            nodes = List.copyOf(nodes);
        }

        /** A rack of {@code count} equal nodes. */
        public static RackSpec of(int count, NodeSpec node, double uplinkBytesPerSecond) {
            return new RackSpec(Collections.nCopies(count, node), uplinkBytesPerSecond);
        }
    }
}
