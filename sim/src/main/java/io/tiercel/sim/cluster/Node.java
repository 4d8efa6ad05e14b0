package io.tiercel.sim.cluster;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;
import io.tiercel.sim.engine.SharedResource;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** A node. */
public record Node(
        int index,
        int rack,
        Slots slots,
        List<Device> devices,
        Presence presence,
        SharedResource in,
        SharedResource out) {
    public Node {
        devices = List.copyOf(devices);
    }

    /** The device of {@code tier} with most room, the first of equals; empty if the node has none of the tier. */
    public Optional<Device> roomiest(Tier tier) {
        Device best = null;
        for (Device device : devices) {
            if (device.tier() == tier && (best == null || device.free() > best.free())) {
                best = device;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Whether a node answers, and whether the cluster still counts on it. Silence is noticed later than it begins. */
    public static final class Presence {
        private boolean there = true;
        private boolean listed = true;

        public boolean isThere() {
            return there;
        }

        /** Whether NameNode and scheduler count on the node: true from its failure until that is noticed. */
        public boolean isListed() {
            return listed;
        }

        void fail() {
            there = false;
        }

        void markLost() {
            listed = false;
        }

        void restore() {
            there = true;
            listed = true;
        }
    }

    public static final class Slots {
        private final BitSet taken = new BitSet();
        private final int count;
        private int free;

        public Slots(int count) {
            Preconditions.nonNegative("slots", count);
            this.count = count;
            this.free = count;
        }

        public int count() {
            return count;
        }

        public int free() {
            return free;
        }

        /** Takes the free slot with the lowest number. */
        public int take() {
            if (free == 0) {
                throw new IllegalStateException("expected a free slot, all " + count + " are taken");
            }
            int slot = taken.nextClearBit(0);
            taken.set(slot);
            free--;
            return slot;
        }

        public void release(int slot) {
            if (!taken.get(slot)) {
                throw new IllegalStateException("expected slot " + slot + " to be taken, it is free");
            }
            taken.clear(slot);
            free++;
        }
    }
}
