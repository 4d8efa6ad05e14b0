package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;
import io.tiercel.sim.engine.SharedResource;

/** A device as it is now: its bandwidth, and how much of it is taken up. */
public final class Device {
    private final int number;
    private final int node;
    private final Tier tier;
    private final long bytes;
    private final SharedResource bandwidth;
    private final double nominal;
    private final long ahead;
    private long used;
    /** As of its node; here too, since it is asked for each replica of each block that is read. */
    private boolean there = true;

    private boolean listed = true;

    /** @param number among all devices of the cluster, in the order of their nodes, from 0 */
    Device(int number, int node, DeviceSpec spec, SharedResource bandwidth) {
        this.nominal = spec.bytesPerSecond();
        this.number = number;
        this.node = node;
        this.tier = spec.tier();
        this.bytes = spec.bytes();
        this.bandwidth = bandwidth;
        this.ahead = spec.ahead();
    }

    /** Its number among all devices of the cluster. */
    public int number() {
        return number;
    }

    /** The number of its node. */
    public int node() {
        return node;
    }

    public Tier tier() {
        return tier;
    }

    /** Its size. */
    public long bytes() {
        return bytes;
    }

    /** Bytes that are taken up. */
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

    /** Whether its node is taken to be there. */
    public boolean isListed() {
        return listed;
    }

    void isOf(Presence presence) {
        there = presence.isThere();
        listed = presence.isListed();
    }

    /** Has it give this part of its bandwidth from now on. */
    public void slowsTo(double factor) {
        bandwidth.changeBandwidth(nominal * factor);
    }

    /** Bytes that it has ready for whoever reads now. */
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
