package io.tiercel.migrate.ledger;

import java.util.Objects;

/**
 * One storage medium of one agent.
 *
 * @param agent the agent's name, unique in the cluster
 * @param device the medium's index at that agent, counted from 0
 */
public record DeviceId(String agent, int device) {
    public DeviceId {
        Objects.requireNonNull(agent, "agent");
        if (device < 0) {
            throw new IllegalArgumentException("device: expected an index of at least 0, got " + device);
        }
    }

    @Override
    public String toString() {
        return agent + "/" + device;
    }
}
