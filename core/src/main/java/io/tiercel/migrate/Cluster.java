package io.tiercel.migrate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The agents that answer, and all devices ever heard of. */
final class Cluster {
    private final EstimatorSettings settings;
    private final Map<DeviceId, Device> byId = new HashMap<>();
    private final List<Device> devices = new ArrayList<>();
    private final Map<String, Agent> agents = new LinkedHashMap<>();

    /** Agents keep their ordinal when they go and come back. */
    private final Map<String, Integer> ordinals = new HashMap<>();

    Cluster(EstimatorSettings settings) {
        this.settings = settings;
    }

    Device device(DeviceId id) {
        Device device = byId.get(id);
        if (device == null) {
            device = new Device(id, devices.size());
            byId.put(id, device);
            devices.add(device);
        }
        return device;
    }

    Device device(int ordinal) {
        return devices.get(ordinal);
    }

    int devices() {
        return devices.size();
    }

    Collection<Agent> agents() {
        return agents.values();
    }

    @Nullable
    Agent agent(String name) {
        return agents.get(name);
    }

    Agent join(String name, List<DeviceSpec> specs, long budget, long now) {
        List<Device> own = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            own.add(device(new DeviceId(name, i)));
        }
        Integer ordinal = ordinals.putIfAbsent(name, ordinals.size());
        Agent agent = new Agent(name, ordinal == null ? ordinals.size() - 1 : ordinal, new MemoryBudget(budget), own);
        for (Device device : own) {
            double bandwidth = specs.get(device.id.device()).bytesPerSecond();
            device.join(agent, new BandwidthEstimator(settings, bandwidth, now));
        }
        agents.put(name, agent);
        return agent;
    }

    void leave(Agent agent) {
        agents.remove(agent.name);
        agent.devices.forEach(Device::leave);
    }

    /** Whether agents that answer have replicas of the block, and none of them could make room for it. */
    boolean full(BlockEntry entry) {
        boolean some = false;
        for (int replica : entry.replicas()) {
            Device device = devices.get(replica);
            if (device.alive()) {
                some = true;
                if (device.agent().room() >= entry.locked()) {
                    return false;
                }
            }
        }
        return some;
    }

    /** How busy and how fast all of them are. */
    FinishTimes finishTimes(long now) {
        FinishTimes times = new FinishTimes(devices.size(), ordinals.size());
        for (Agent agent : agents.values()) {
            times.room(agent.ordinal, agent.room());
            for (Device device : agent.devices) {
                times.device(
                        device.ordinal,
                        agent.ordinal,
                        device.estimator().nanosPerByte(now),
                        device.queuedBytes(settings, now));
            }
        }
        return times;
    }
}
