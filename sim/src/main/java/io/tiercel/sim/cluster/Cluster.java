package io.tiercel.sim.cluster;

import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.cluster.Node.Presence;
import io.tiercel.sim.cluster.Node.Slots;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.SharedResource.TransferListener;
import java.util.ArrayList;
import java.util.List;

/** The nodes and links of a cluster; empty and idle at first. */
public final class Cluster {
    private record Uplink(SharedResource up, SharedResource down) {}

    private final Engine engine;
    private final TransferListener[] listeners;
    private final List<Node> nodes = new ArrayList<>();
    private final List<List<Node>> racks = new ArrayList<>();
    private final List<Uplink> uplinks = new ArrayList<>();
    private final List<Device> devices = new ArrayList<>();
    private int there;

    /** @param listeners get every transfer on every device and link */
    public Cluster(ClusterSpec spec, Engine engine, TransferListener... listeners) {
        this.engine = engine;
        this.listeners = listeners.clone();
        for (RackSpec rack : spec.racks()) {
            int index = uplinks.size();
            String name = "rack " + index;
            double uplink = rack.uplinkBytesPerSecond();
            uplinks.add(new Uplink(link(name + " up", uplink), link(name + " down", uplink)));
            int first = nodes.size();
            rack.nodes().forEach(node -> nodes.add(node(node, nodes.size(), index)));
            racks.add(List.copyOf(nodes.subList(first, nodes.size())));
        }
        there = nodes.size();
    }

    private Node node(NodeSpec spec, int index, int rack) {
        String name = "node " + index;
        List<Device> own = new ArrayList<>();
        Presence presence = new Presence();
        for (DeviceSpec device : spec.devices()) {
            SharedResource bandwidth = new SharedResource(
                    engine,
                    name + " " + device.tier() + " " + own.size(),
                    device.bytesPerSecond(),
                    device.seekLoss(),
                    device.mostEach(),
                    listeners);
            own.add(new Device(devices.size() + own.size(), index, device, bandwidth, presence));
        }
        SharedResource in = link(name + " in", spec.linkBytesPerSecond());
        SharedResource out = link(name + " out", spec.linkBytesPerSecond());
        devices.addAll(own);
        return new Node(index, rack, new Slots(spec.slots()), own, presence, in, out);
    }

    private SharedResource link(String name, double bytesPerSecond) {
        return new SharedResource(engine, name, bytesPerSecond, 0, listeners);
    }

    public List<Node> nodes() {
        return nodes;
    }

    public Node node(int index) {
        return nodes.get(index);
    }

    public boolean isThere(int node) {
        return nodes.get(node).presence().isThere();
    }

    public int there() {
        return there;
    }

    /** Marks a node as silent. Its transfers are broken off by {@link #breakOff}. */
    public void fail(int node) {
        there--;
        nodes.get(node).presence().fail();
    }

    public void breakOff(int node) {
        Node failed = nodes.get(node);
        failed.devices().forEach(device -> device.bandwidth().breakOff());
        failed.in().breakOff();
        failed.out().breakOff();
    }

    public void restore(int node) {
        there++;
        nodes.get(node).presence().restore();
    }

    /** Marks a silent node as lost: its silence has been noticed. */
    public void markLost(int node) {
        nodes.get(node).presence().markLost();
    }

    public List<Node> rack(int index) {
        return racks.get(index);
    }

    public Device device(int number) {
        return devices.get(number);
    }

    /** The links from one node to another: none on the same node; uplinks only between racks. */
    public List<SharedResource> links(int from, int to) {
        if (from == to) {
            return List.of();
        }
        Node source = nodes.get(from);
        Node target = nodes.get(to);
        if (source.rack() == target.rack()) {
            return List.of(source.out(), target.in());
        }
        return List.of(
                source.out(),
                uplinks.get(source.rack()).up(),
                uplinks.get(target.rack()).down(),
                target.in());
    }
}
