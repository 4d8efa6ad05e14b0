package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.Node.Presence;
import io.tiercel.sim.engine.SharedResource;

/** A device: its bandwidth, and how much room is taken. */
public final class Device {
    private final int number;
    private final int node;
    private final DeviceSpec spec;
    private final SharedResource bandwidth;
    private final Presence presence;
    private long used;

    /** @param number in the cluster, from 0, in the order of the nodes */
    Device(int number, int node, DeviceSpec spec, SharedResource bandwidth, Presence presence) {
        this.number = number;
        this.node = node;
        this.spec = spec;
        this.bandwidth = bandwidth;
        this.presence = presence;
    }

    public int number() {
        return number;
    }

    public int node() {
        return node;
    }

    public Tier tier() {
        return spec.tier();
    }

    public long bytes() {
        return spec.bytes();
    }

    public long used() {
        return used;
    }

    public long free() {
        return spec.bytes() - used;
    }

    public SharedResource bandwidth() {
        return bandwidth;
    }

    public boolean isThere() {
        return presence.isThere();
    }

    public boolean isListed() {
        return presence.isListed();
    }

    public DeviceSpec spec() {
        return spec;
    }

    /** Sets the bandwidth to a part of its nominal value. */
    public void slowTo(double factor) {
        bandwidth.changeBandwidth(spec.bytesPerSecond() * factor, spec.mostEach() * factor);
    }

    /** Bytes read ahead that the next read finds. */
    public long ready() {
        return bandwidth.active() == 0 ? spec.ahead() : 0;
    }

    public void take(long more) {
        used += more;
    }

    public void give(long back) {
        used -= back;
    }

    @Override
    public String toString() {
        return bandwidth.name();
    }
}
