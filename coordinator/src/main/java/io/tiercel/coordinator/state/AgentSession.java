package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An agent that has registered, or a node of which a replica was heard and no agent yet. */
final class AgentSession {
    /** A migration that was ordered. */
    record Ordered(long number, BlockId block, int device) {}

    final String node;
    String host;
    boolean alive;
    boolean pins;
    boolean sharesDevices;
    long session;
    long budget;
    long pinnedBytes;

    /** Nanoseconds, and milliseconds since the epoch. */
    long lastSeen;

    long lastSeenMillis;

    /** Whether it has fallen silent, and when that was noticed. Nanoseconds. */
    boolean lost;

    long lostAt;

    final List<DeviceEntry> devices = new ArrayList<>();
    private final Map<String, DeviceEntry> byStorage = new HashMap<>();

    private final Map<Long, Ordered> byNumber = new HashMap<>();
    private final Map<BlockId, Ordered> byBlock = new HashMap<>();

    /** What it has and nobody knows of. */
    final Set<BlockId> strays = new LinkedHashSet<>();

    /** Blocks of which it has said how much is in the page cache. */
    final Set<BlockRecord> caches = new LinkedHashSet<>();

    final WatchOrders watch = new WatchOrders();

    AgentSession(String node, String host) {
        this.node = node;
        this.host = host;
    }

    DeviceEntry device(String storage, String storageType) {
        return byStorage.computeIfAbsent(storage, unknown -> {
            DeviceEntry device = new DeviceEntry(devices.size(), storage, storageType);
            devices.add(device);
            return device;
        });
    }

    @Nullable
    DeviceEntry find(String storage) {
        return byStorage.get(storage);
    }

    @Nullable
    Ordered ordered(long number) {
        return byNumber.get(number);
    }

    @Nullable
    Ordered ordered(BlockId block) {
        return byBlock.get(block);
    }

    void order(Ordered migration) {
        byNumber.put(migration.number, migration);
        byBlock.put(migration.block, migration);
    }

    @Nullable
    Ordered ended(long number) {
        Ordered migration = byNumber.remove(number);
        if (migration != null) {
            byBlock.remove(migration.block, migration);
        }
        return migration;
    }

    /** What it was told before counts no more. */
    void forgetOrders() {
        byNumber.clear();
        byBlock.clear();
        strays.clear();
        watch.clear();
    }
}
