package io.tiercel.migrate.bind;

import io.tiercel.migrate.ledger.BlockEntry;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The pending migrations in the order in which they are to be targeted. A block has a slot, an index into arrays, as long as it is
 * pending; slots are used again.
 */
public final class PendingQueue {
    private final TreeSet<PendingGroup> groups = new TreeSet<>(PendingGroup.ORDER);
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

    /** Blocks that are pending. */
    public int size() {
        return used - freed;
    }

    /** Slots lie below. */
    public int slots() {
        return used;
    }

    public ReplicaPool replicas() {
        return replicas;
    }

    /** @param chargedBytes bytes that the migration is charged as */
    public int add(BlockEntry entry, PendingGroup group, long chargedBytes) {
        int slot = freed > 0 ? free[--freed] : used++;
        if (slot == entries.length) {
            grow(2 * slot);
        }
        entries[slot] = entry;
        from[slot] = replicas.add(entry.replicas());
        to[slot] = from[slot] + entry.replicas().length;
        charged[slot] = chargedBytes;
        locked[slot] = entry.locked();
        enter(slot, group);
        return slot;
    }

    public void remove(int slot) {
        leave(slot);
        replicas.remove(from[slot], to[slot] - from[slot]);
        entries[slot] = null;
        if (freed == free.length) {
            free = Arrays.copyOf(free, 2 * freed);
        }
        free[freed++] = slot;
    }

    /** Moves the block to the end of another group. */
    public void move(int slot, PendingGroup group) {
        if (groupOf[slot] != group) {
            leave(slot);
            enter(slot, group);
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
        for (PendingGroup group : groups) {
            group.compact(position);
            for (int i = 0; i < group.end(); i++) {
                int slot = group.slot(i);
                if (slot >= 0) {
                    visitor.accept(slot);
                }
            }
        }
    }

    private void enter(int slot, PendingGroup group) {
        groups.add(group);
        groupOf[slot] = group;
        position[slot] = group.add(slot);
    }

    private void leave(int slot) {
        PendingGroup group = groupOf[slot];
        if (group == null) {
            throw new IllegalStateException("slot " + slot + " is free");
        }
        group.remove(position[slot]);
        groupOf[slot] = null;
        if (group.isEmpty()) {
            groups.remove(group);
        }
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
