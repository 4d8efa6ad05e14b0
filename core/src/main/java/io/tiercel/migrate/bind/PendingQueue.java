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
    /** The pending blocks of one place in the queue, in the order of their hint. */
    private static final class Group {
        final MigrationPriority priority;

        /** -1 where a slot has left. */
        private int[] slots = new int[4];

        private int end;
        private int live;

        Group(MigrationPriority priority) {
            this.priority = priority;
        }

        /** Adds at the end, and says at which position. */
        int add(int slot) {
            if (end == slots.length) {
                slots = Arrays.copyOf(slots, 2 * end);
            }
            slots[end] = slot;
            live++;
            return end++;
        }

        void remove(int position) {
            slots[position] = -1;
            live--;
        }

        /** Closes the gaps if they are the greater part; {@code positions}, by slot, are written anew. */
        void compact(int[] positions) {
            if (end < 64 || 2 * live > end) {
                return;
            }
            int kept = 0;
            for (int i = 0; i < end; i++) {
                if (slots[i] >= 0) {
                    positions[slots[i]] = kept;
                    slots[kept++] = slots[i];
                }
            }
            end = kept;
            slots = Arrays.copyOf(slots, Math.max(4, kept));
        }
    }

    private final TreeMap<MigrationPriority, Group> groups = new TreeMap<>();
    private final ReplicaPool replicas = new ReplicaPool();

    private @Nullable BlockEntry[] entries = new BlockEntry[64];
    private @Nullable Group[] groupOf = new Group[64];
    private int[] position = new int[64];
    private int[] from = new int[64];
    private int[] to = new int[64];
    private long[] charged = new long[64];
    private long[] locked = new long[64];

    private int[] free = new int[64];
    private int freed;
    private int used;
    private long bytes;

    public int size() {
        return used - freed;
    }

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
        for (Group group : groups.values()) {
            group.compact(position);
            for (int i = 0; i < group.end; i++) {
                int slot = group.slots[i];
                if (slot >= 0) {
                    visitor.accept(slot);
                }
            }
        }
    }

    private void enter(int slot, MigrationPriority priority) {
        Group group = groups.computeIfAbsent(priority, Group::new);
        groupOf[slot] = group;
        position[slot] = group.add(slot);
    }

    private void leave(int slot) {
        Group group = group(slot);
        group.remove(position[slot]);
        groupOf[slot] = null;
        if (group.live == 0) {
            groups.remove(group.priority);
        }
    }

    private Group group(int slot) {
        Group group = groupOf[slot];
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

    /** Short runs of ints in one array, recycled by their length, so that a million replica lists are not a million objects. */
    public static final class ReplicaPool {
        private int[] values = new int[256];
        private int used;

        /** By length: the first free run of it, -1 if none; the next one is written in its first place. */
        private int[] free = {-1, -1, -1, -1};

        /** Stores {@code run}, which is not empty, and says where. */
        int add(int[] run) {
            int length = run.length;
            int at;
            if (length < free.length && free[length] >= 0) {
                at = free[length];
                free[length] = values[at];
            } else {
                at = used;
                used += length;
                if (used > values.length) {
                    values = Arrays.copyOf(values, Math.max(used, 2 * values.length));
                }
            }
            System.arraycopy(run, 0, values, at, length);
            return at;
        }

        void remove(int at, int length) {
            if (length >= free.length) {
                int before = free.length;
                free = Arrays.copyOf(free, length + 1);
                Arrays.fill(free, before, free.length, -1);
            }
            values[at] = free[length];
            free[length] = at;
        }

        /** Until the next {@link #add}. */
        public int[] values() {
            return values;
        }

        /** Every run lies below. */
        int end() {
            return used;
        }
    }
}
