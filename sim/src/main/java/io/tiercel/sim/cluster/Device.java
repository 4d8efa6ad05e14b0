package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;
import io.tiercel.sim.engine.SharedResource;

/** A device: its bandwidth, and how much room is taken. */
public final class Device {
    private final int number;
    private final int node;
    private final Tier tier;
    private final long bytes;
    private final SharedResource bandwidth;
    private final double nominal;
    private final long ahead;
    private long used;
    /** The node's state; kept here too, since every read asks for it. */
    private boolean there = true;

    private boolean listed = true;

    /** @param number in the cluster, from 0, in the order of the nodes */
    Device(int number, int node, DeviceSpec spec, SharedResource bandwidth) {
        this.nominal = spec.bytesPerSecond();
        this.number = number;
        this.node = node;
        this.tier = spec.tier();
        this.bytes = spec.bytes();
        this.bandwidth = bandwidth;
        this.ahead = spec.ahead();
    }

    public int number() {
        return number;
    }

    public int node() {
        return node;
    }

    public Tier tier() {
        return tier;
    }

    public long bytes() {
        return bytes;
    }

    public long used() {
        return used;
    }

    public long free() {
        return bytes - used;
    }

    public SharedResource bandwidth() {
        return bandwidth;
    }

    /** Whether its node answers. */
    public boolean isThere() {
        return there;
    }

    /** Whether the cluster still counts on its node. */
    public boolean isListed() {
        return listed;
    }

    void follow(Presence presence) {
        there = presence.isThere();
        listed = presence.isListed();
    }

    /** Sets the bandwidth to a part of its nominal value. */
    public void slowTo(double factor) {
        bandwidth.changeBandwidth(nominal * factor);
    }

    /** Bytes read ahead that the next read finds. */
    public long ready() {
        return bandwidth.active() == 0 ? ahead : 0;
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
