package io.tiercel.sim.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The replicas and copies in a node's memory that may be evicted, in the order in which they came. */
final class MemoryTier {
    private final MemoryRules rules;
    private @Nullable StoredReplica first;

    private @Nullable StoredReplica last;
    /** A lower bound of all last uses. */
    private long earliest = Long.MAX_VALUE;

    MemoryTier(MemoryRules rules) {
        this.rules = rules;
    }

    void add(StoredReplica replica) {
        if (replica.inMemoryTier) {
            return;
        }
        replica.inMemoryTier = true;
        replica.before = last;
        if (last == null) {
            first = replica;
        } else {
            last.after = replica;
        }
        last = replica;
        earliest = Math.min(earliest, replica.lastUse());
    }

    void remove(StoredReplica replica) {
        if (!replica.inMemoryTier) {
            return;
        }
        StoredReplica before = replica.before;
        StoredReplica after = replica.after;
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.before = before;
        }
        replica.inMemoryTier = false;
        replica.before = null;
        replica.after = null;
    }

    List<StoredReplica> all() {
        List<StoredReplica> all = new ArrayList<>();
        for (StoredReplica replica = first; replica != null; replica = replica.after) {
            all.add(replica);
        }
        return all;
    }

    /**
     * The replicas to evict so that at least {@code bytes} become free: the oldest by the policy, the first of equals; empty if all unused
     * ones are too few.
     */
    Optional<List<StoredReplica>> victims(long bytes, long now) {
        if (rules.eviction().isByLastUse()) {
            StoredReplica oldest = longestUnused();
            if (oldest == null || oldest.block().bytes() >= bytes) {
                return Optional.ofNullable(oldest).map(List::of);
            }
        }
        return byAge(bytes, now);
    }

    /** The longest unused replica, the first of equals. It is mostly large enough, and mostly the first in the list. */
    private @Nullable StoredReplica longestUnused() {
        StoredReplica oldest = null;
        long least = Long.MAX_VALUE;
        for (StoredReplica replica = first; replica != null; replica = replica.after) {
            least = Math.min(least, replica.lastUse());
            if (mayGo(replica) && (oldest == null || replica.lastUse() < oldest.lastUse())) {
                oldest = replica;
                if (oldest.lastUse() == earliest) {
                    return oldest;
                }
            }
        }
        earliest = least;
        return oldest;
    }

    private boolean mayGo(StoredReplica replica) {
        boolean stays = rules.keepsPlaced() && replica.copy().isEmpty();
        return !replica.isInUse() && !stays;
    }

    private Optional<List<StoredReplica>> byAge(long bytes, long now) {
        record Aged(StoredReplica replica, double age) {}
        List<Aged> aged = new ArrayList<>();
        for (StoredReplica replica = first; replica != null; replica = replica.after) {
            if (mayGo(replica)) {
                aged.add(new Aged(replica, rules.eviction().age(replica.use(), now)));
            }
        }
        aged.sort((a, b) -> Double.compare(b.age(), a.age())); // stable: equal ages stay in order
        List<StoredReplica> victims = new ArrayList<>();
        long missing = bytes;
        for (int i = 0; i < aged.size() && missing > 0; i++) {
            victims.add(aged.get(i).replica());
            missing -= aged.get(i).replica().block().bytes();
        }
        return missing > 0 ? Optional.empty() : Optional.of(victims);
    }
}
