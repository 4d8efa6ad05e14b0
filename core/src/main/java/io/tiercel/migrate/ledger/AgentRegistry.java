package io.tiercel.migrate.ledger;

import io.tiercel.migrate.estimate.EstimatorSettings;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** All nodes that were ever named, the devices that their agents report or that hold replicas, and which agents answer. */
public final class AgentRegistry {
    /** An agent lease that never ends. */
    public static final long FOREVER = Long.MAX_VALUE;

    private final EstimatorSettings settings;
    private final long lease;

    /** Until when agents that were never seen may be on their way, as after a restart. */
    private long firstExpectedUntil;

    private final Map<String, AgentEntry> byName = new LinkedHashMap<>();
    private final List<DeviceEntry> devices = new ArrayList<>();

    /** In the order in which they joined. */
    private final Map<String, AgentEntry> alive = new LinkedHashMap<>();

    /**
     * @param lease nanoseconds that an agent may be silent
     * @param started nanoseconds, now
     */
    public AgentRegistry(EstimatorSettings settings, long lease, long started) {
        this.settings = settings;
        this.lease = lease;
        this.firstExpectedUntil = after(started);
    }

    /** When agents that were never seen count as gone for good. */
    public long firstGivenUp() {
        return firstExpectedUntil;
    }

    private long after(long now) {
        return lease == FOREVER ? FOREVER : now + lease;
    }

    private AgentEntry entry(String name, String host) {
        return byName.computeIfAbsent(name, unknown -> new AgentEntry(name, host, byName.size(), firstExpectedUntil));
    }

    /** The device of that position, new if it was unknown. */
    public DeviceEntry device(DeviceId id) {
        AgentEntry agent = entry(id.agent(), id.agent());
        while (agent.devices.size() <= id.device()) {
            add(agent, "", "");
        }
        return agent.devices.get(id.device());
    }

    /** The device of that name, new if it was unknown. */
    public DeviceEntry device(String node, String host, String storage, String storageType) {
        AgentEntry agent = entry(node, host);
        DeviceEntry known = agent.device(storage);
        return known == null ? add(agent, storage, storageType) : known;
    }

    private DeviceEntry add(AgentEntry agent, String storage, String storageType) {
        DeviceEntry old = agent.pollForgotten();
        DeviceId id = old == null ? new DeviceId(agent.name, agent.devices.size()) : old.id;
        int ordinal = old == null ? devices.size() : old.ordinal;
        DeviceEntry added = new DeviceEntry(id, ordinal, agent, storage, storageType);
        agent.add(added);
        if (old == null) {
            devices.add(added);
        } else {
            devices.set(ordinal, added);
        }
        return added;
    }

    public DeviceEntry device(int ordinal) {
        return devices.get(ordinal);
    }

    /** The ordinals of all devices lie below. */
    public int devices() {
        return devices.size();
    }

    /** How many agents were ever named. Their ordinals lie below. */
    public int known() {
        return byName.size();
    }

    public Collection<AgentEntry> alive() {
        return alive.values();
    }

    public @Nullable AgentEntry alive(String name) {
        return alive.get(name);
    }

    public AgentEntry join(String name, String host, List<DeviceDescription> offered, long budget, long now) {
        AgentEntry agent = entry(name, host);
        agent.join(host, budget, now);
        for (int i = 0; i < offered.size(); i++) {
            DeviceDescription each = offered.get(i);
            DeviceEntry device = each.storage().isEmpty()
                    ? device(new DeviceId(name, i))
                    : device(name, host, each.storage(), each.storageType());
            device.join(settings, each, now);
        }
        alive.put(name, agent);
        return agent;
    }

    /** Forgets devices that the agent has named before and does not report any more, unless one of {@code blocks} has a replica there. */
    public void forgetUnreported(AgentEntry agent, Collection<BlockEntry> blocks) {
        List<DeviceEntry> unreported = agent.devices.stream()
                .filter(device -> !device.isAlive() && agent.device(device.storage) == device)
                .toList();
        if (!unreported.isEmpty()) {
            BitSet named = new BitSet();
            blocks.forEach(block -> IntStream.of(block.places()).forEach(named::set));
            unreported.stream().filter(device -> !named.get(device.ordinal)).forEach(agent::forget);
        }
    }

    public void leave(AgentEntry agent, long now) {
        alive.remove(agent.name);
        agent.leave(after(now));
    }

    public List<AgentEntry> silent(long now) {
        return alive.values().stream()
                .filter(agent -> lease != FOREVER && now - agent.lastSeen() > lease)
                .toList();
    }

    /** No agent could be heard for so long: its silence meanwhile does not count. */
    public void extendLeases(long nanos, long now) {
        alive.values().forEach(agent -> agent.seen(Math.min(now, agent.lastSeen() + nanos)));
        firstExpectedUntil = extend(firstExpectedUntil, nanos, now);
        byName.values().forEach(agent -> agent.extend(nanos, now));
    }

    /** A time at which waiting ends, after a pause of {@code nanos}. One that was over before the pause stays over. */
    public static long extend(long until, long nanos, long now) {
        return until == FOREVER || until <= now - nanos ? until : until + nanos;
    }

    /** Whether a migration from the device may be tried: its agent answers, or may be on its way. */
    public boolean mayRead(DeviceEntry device, long now) {
        return device.isAlive() || !device.agent.isAlive() && now < device.agent.expectedUntil();
    }

    /** When the next agent that does not answer counts as gone for good; {@link #FOREVER} if none is waited for. */
    public long nextGivenUp(long now) {
        return byName.values().stream()
                .filter(agent -> !agent.isAlive() && agent.expectedUntil() > now)
                .mapToLong(AgentEntry::expectedUntil)
                .min()
                .orElse(FOREVER);
    }

    /** Whether agents that answer have replicas of the block, and none of them could make room for it. */
    public boolean isFull(BlockEntry entry) {
        boolean some = false;
        for (int source : entry.sources()) {
            DeviceEntry device = devices.get(source);
            if (device.isAlive()) {
                some = true;
                if (device.memory().room() >= entry.locked()) {
                    return false;
                }
            }
        }
        return some;
    }
}
