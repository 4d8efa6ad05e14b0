package io.tiercel.migrate.ledger;

import io.tiercel.model.Preconditions;

/** The storage medium of that index, from 0, of the agent of that name. */
public record DeviceId(String agent, int device) {
    public DeviceId {
        Preconditions.index("device", device);
    }

    @Override
    public String toString() {
        return agent + "/" + device;
    }
}
