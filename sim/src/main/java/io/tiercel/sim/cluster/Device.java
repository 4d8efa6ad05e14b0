package io.tiercel.sim.cluster;

import io.tiercel.model.Tier;
import io.tiercel.sim.engine.SharedResource;

/** A device as it is now: its bandwidth, and how much of it is taken up. */
public final class Device {
    private final Tier tier;
    private final long bytes;
    private final SharedResource bandwidth;
    private long used;

    Device(DeviceSpec spec, SharedResource bandwidth) {
        this.tier = spec.tier();
        this.bytes = spec.bytes();
        this.bandwidth = bandwidth;
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
