package io.tiercel.migrate.ledger;

import io.tiercel.migrate.bind.FinishTimes;
import io.tiercel.migrate.estimate.BandwidthEstimator;
import io.tiercel.migrate.estimate.EstimatorSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The agents that answer, and all devices ever heard of. */
public final class AgentRegistry {
    private final EstimatorSettings settings;
    private final Map<DeviceId, DeviceEntry> byId = new HashMap<>();
    private final List<DeviceEntry> devices = new ArrayList<>();
    private final Map<String, AgentEntry> agents = new LinkedHashMap<>();

    /** Agents keep their ordinal when they go and come back. */
    private final Map<String, Integer> ordinals = new HashMap<>();

    public AgentRegistry(EstimatorSettings settings) {
        this.settings = settings;
    }

    public DeviceEntry device(DeviceId id) {
        DeviceEntry device = byId.get(id);
        if (device == null) {
            device = new DeviceEntry(id, devices.size());
            byId.put(id, device);
            devices.add(device);
        }
        return device;
    }

    public DeviceEntry device(int ordinal) {
        return devices.get(ordinal);
    }

    public int devices() {
        return devices.size();
    }

    public Collection<AgentEntry> agents() {
        return agents.values();
    }

    @Nullable
    public AgentEntry agent(String name) {
        return agents.get(name);
    }

    public AgentEntry join(String name, List<DeviceDescription> specs, long budget, long now) {
        List<DeviceEntry> own = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            own.add(device(new DeviceId(name, i)));
        }
        Integer ordinal = ordinals.putIfAbsent(name, ordinals.size());
        AgentEntry agent =
                new AgentEntry(name, ordinal == null ? ordinals.size() - 1 : ordinal, new MemoryBudget(budget), own);
        for (DeviceEntry device : own) {
            double bandwidth = specs.get(device.id.device()).bytesPerSecond();
            device.join(agent, new BandwidthEstimator(settings, bandwidth, now));
        }
        agents.put(name, agent);
        return agent;
    }

    public void leave(AgentEntry agent) {
        agents.remove(agent.name);
        agent.devices.forEach(DeviceEntry::leave);
    }

    /** Whether agents that answer have replicas of the block, and none of them could make room for it. */
    public boolean full(BlockEntry entry) {
        boolean some = false;
        for (int replica : entry.replicas()) {
            DeviceEntry device = devices.get(replica);
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
    public FinishTimes finishTimes(long now) {
        FinishTimes times = new FinishTimes(devices.size(), ordinals.size());
        for (AgentEntry agent : agents.values()) {
            times.room(agent.ordinal, agent.room());
            for (DeviceEntry device : agent.devices) {
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
