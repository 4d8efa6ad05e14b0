package io.tiercel.sim.cluster;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The replicas in the memory of one node that may go for another, be they there alone or as a copy, and which of them do. */
final class MemoryTier {
    private final MemoryRules rules;
    private final Set<StoredReplica> replicas = new LinkedHashSet<>();

    MemoryTier(MemoryRules rules) {
        this.rules = rules;
    }

    void add(StoredReplica replica) {
        replicas.add(replica);
    }

    void remove(StoredReplica replica) {
        replicas.remove(replica);
    }

    /**
     * The replicas to let go so that at least {@code bytes} become free: the oldest by the policy, of equally old ones that which came first;
     * empty if even all that are not in use would not do.
     */
    Optional<List<StoredReplica>> victims(long bytes, long now) {
        record Aged(StoredReplica replica, double age) {}
        List<Aged> aged = new ArrayList<>();
        for (StoredReplica replica : replicas) {
            boolean stays = rules.keepsPlaced() && replica.copy().isEmpty();
            if (!replica.isInUse() && !stays) {
                aged.add(new Aged(replica, rules.eviction().age(replica.use(), now)));
            }
        }
        aged.sort((a, b) -> Double.compare(b.age(), a.age())); // stable: the order of coming in stays
        List<StoredReplica> victims = new ArrayList<>();
        long missing = bytes;
        for (int i = 0; i < aged.size() && missing > 0; i++) {
            victims.add(aged.get(i).replica());
            missing -= aged.get(i).replica().block().bytes();
        }
        return missing > 0 ? Optional.empty() : Optional.of(victims);
    }
}
