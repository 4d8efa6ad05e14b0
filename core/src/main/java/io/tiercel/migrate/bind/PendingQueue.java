package io.tiercel.migrate.bind;

import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.MigrationPriority;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The pending migrations in the order in which they are to be targeted. A block has a slot, an index into arrays, as long as it is
 * pending; slots are used again.
 */
public final class PendingQueue {
    private final TreeMap<MigrationPriority, PendingGroup> groups = new TreeMap<>();
    private final ReplicaPool replicas = new ReplicaPool();

    private @Nullable BlockEntry[] entries = new BlockEntry[64];
    private @Nullable PendingGroup[] groupOf = new PendingGroup[64];
    private int[] position = new int[64];
    private int[] from = new int[64];
    private int[] to = new int[64];
    private long[] charged = new long[64];
    private long[] locked = new long[64];

    private int[] free = new int[64];
    private int freed;
    private int used;
    private long bytes;

    /** Blocks that are pending. */
    public int size() {
        return used - freed;
    }

    /** Bytes of the blocks that are pending. */
    public long bytes() {
        return bytes;
    }

    /** Slots lie below. */
    public int slots() {
        return used;
    }

    public ReplicaPool replicas() {
        return replicas;
    }

    /** @param chargedBytes bytes that the migration is charged as */
    public int add(BlockEntry entry, MigrationPriority priority, long chargedBytes) {
        int slot = freed > 0 ? free[--freed] : used++;
        if (slot == entries.length) {
            grow(2 * slot);
        }
        entries[slot] = entry;
        bytes += entry.bytes;
        from[slot] = replicas.add(entry.sources());
        to[slot] = from[slot] + entry.sources().length;
        charged[slot] = chargedBytes;
        locked[slot] = entry.locked();
        enter(slot, priority);
        return slot;
    }

    public void remove(int slot) {
        bytes -= entry(slot).bytes;
        leave(slot);
        replicas.remove(from[slot], to[slot] - from[slot]);
        entries[slot] = null;
        if (freed == free.length) {
            free = Arrays.copyOf(free, 2 * freed);
        }
        free[freed++] = slot;
    }

    /** Moves the block to the end of another place in the queue. */
    public void move(int slot, MigrationPriority priority) {
        if (!group(slot).priority.equals(priority)) {
            leave(slot);
            enter(slot, priority);
        }
    }

    boolean isPending(int slot) {
        return slot < used && entries[slot] != null;
    }

    public BlockEntry entry(int slot) {
        BlockEntry entry = entries[slot];
        if (entry == null) {
            throw new IllegalStateException("slot " + slot + " is free");
        }
        return entry;
    }

    public int from(int slot) {
        return from[slot];
    }

    public int to(int slot) {
        return to[slot];
    }

    public long charged(int slot) {
        return charged[slot];
    }

    public long locked(int slot) {
        return locked[slot];
    }

    public void forEach(IntConsumer visitor) {
        for (PendingGroup group : groups.values()) {
            group.compact(position);
            for (int i = 0; i < group.end(); i++) {
                int slot = group.slot(i);
                if (slot >= 0) {
                    visitor.accept(slot);
                }
            }
        }
    }

    private void enter(int slot, MigrationPriority priority) {
        PendingGroup group = groups.computeIfAbsent(priority, PendingGroup::new);
        groupOf[slot] = group;
        position[slot] = group.add(slot);
    }

    private void leave(int slot) {
        PendingGroup group = group(slot);
        group.remove(position[slot]);
        groupOf[slot] = null;
        if (group.isEmpty()) {
            groups.remove(group.priority);
        }
    }

    private PendingGroup group(int slot) {
        PendingGroup group = groupOf[slot];
        if (group == null) {
            throw new IllegalStateException("slot " + slot + " is free");
        }
        return group;
    }

    private void grow(int capacity) {
        entries = Arrays.copyOf(entries, capacity);
        groupOf = Arrays.copyOf(groupOf, capacity);
        position = Arrays.copyOf(position, capacity);
        from = Arrays.copyOf(from, capacity);
        to = Arrays.copyOf(to, capacity);
        charged = Arrays.copyOf(charged, capacity);
        locked = Arrays.copyOf(locked, capacity);
    }
}
