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
    private final long ahead;
    private long used;

    /** @param number among all devices of the cluster, in the order of their nodes, from 0 */
    Device(int number, int node, DeviceSpec spec, SharedResource bandwidth) {
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
    int node() {
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

    /** Bytes that it has ready for whoever reads now. */
    long ready() {
        return bandwidth.active() == 0 ? ahead : 0;
    }

    void take(long more) {
        used += more;
    }

    void give(long back) {
        used -= back;
    }

    @Override
    public String toString() {
        return bandwidth.name();
    }
}
