package io.tiercel.migrate.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node that runs an agent, or of which a replica has been named. It keeps its ordinal and its devices when its agent goes. */
public final class AgentEntry {
    public final String name;
    public final int ordinal;
    private String host;

    /** By index. */
    public final List<DeviceEntry> devices = new ArrayList<>();

    private final Map<String, DeviceEntry> byStorage = new HashMap<>();

    /** Devices that are forgotten. The next new ones take their indices and ordinals. */
    private final Deque<DeviceEntry> forgotten = new ArrayDeque<>();

    /** Null while the agent does not answer. */
    private @Nullable AgentMemory memory;

    private long lastSeen;
    private long expectedUntil;

    AgentEntry(String name, String host, int ordinal, long expectedUntil) {
        this.name = name;
        this.host = host;
        this.ordinal = ordinal;
        this.expectedUntil = expectedUntil;
    }

    /** As block locations name the node. */
    public String host() {
        return host;
    }

    /** The devices for which the agent answers. */
    public List<DeviceEntry> aliveDevices() {
        return devices.stream().filter(DeviceEntry::isAlive).toList();
    }

    @Nullable
    DeviceEntry device(String storage) {
        return byStorage.get(storage);
    }

    @Nullable
    DeviceEntry pollForgotten() {
        return forgotten.poll();
    }

    void forget(DeviceEntry device) {
        byStorage.remove(device.storage);
        forgotten.add(device);
    }

    void add(DeviceEntry device) {
        if (device.id.device() < devices.size()) {
            devices.set(device.id.device(), device);
        } else {
            devices.add(device);
        }
        if (!device.storage.isEmpty()) {
            byStorage.put(device.storage, device);
        }
    }

    void join(String knownAs, long budget, long now) {
        host = knownAs;
        memory = new AgentMemory(name, budget);
        lastSeen = now;
    }

    void leave(long mayReturnUntil) {
        memory = null;
        devices.forEach(DeviceEntry::leave);
        expectedUntil = mayReturnUntil;
    }

    /** No agent could be heard for so long. */
    void extend(long nanos, long now) {
        expectedUntil = AgentRegistry.extend(expectedUntil, nanos, now);
    }

    public boolean isAlive() {
        return memory != null;
    }

    public AgentMemory memory() {
        if (memory == null) {
            throw new IllegalStateException("no agent answers for " + name);
        }
        return memory;
    }

    /** Nanoseconds of its last sign of life. */
    public long lastSeen() {
        return lastSeen;
    }

    public void seen(long now) {
        lastSeen = Math.max(lastSeen, now);
    }

    /** Nanoseconds until when an agent that does not answer may be on its way. */
    public long expectedUntil() {
        return expectedUntil;
    }
}
