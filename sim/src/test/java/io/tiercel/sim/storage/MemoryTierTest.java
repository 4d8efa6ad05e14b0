package io.tiercel.sim.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.BlockUse;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MemoryTierTest {
    private static final Device DEVICE = new Cluster(Specs.tiered(1, 1, 1, 1), new Engine())
            .node(0)
            .roomiest(Tier.MEMORY)
            .orElseThrow();

    /** LRU that does not say that it goes by the last use, so that all ages are asked for. */
    private static final class Asked implements EvictionPolicy {
        private final LruPolicy lru = new LruPolicy();

        @Override
        public String name() {
            return "asked";
        }

        @Override
        public double age(BlockUse use, long now) {
            return lru.age(use, now);
        }
    }

    @Test
    void theLongestUnusedAreThoseOfTheGreatestAge() {
        for (long seed = 0; seed < 300; seed++) {
            assertThat(victims(new LruPolicy(), seed)).as("seed %d", seed).isEqualTo(victims(new Asked(), seed));
        }
    }

    /** The blocks that go in one history of coming, reading and making room. */
    private static List<Optional<List<Long>>> victims(EvictionPolicy policy, long seed) {
        Random random = new Random(seed);
        MemoryTier tier = new MemoryTier(new MemoryRules(policy, false, false, false, false));
        List<StoredReplica> there = new ArrayList<>();
        List<Optional<List<Long>>> gone = new ArrayList<>();
        for (int now = 0; now < 60; now++) {
            int what = there.isEmpty() ? 0 : random.nextInt(5);
            StoredReplica any = there.isEmpty() ? null : there.get(random.nextInt(there.size()));
            if (what < 2 || any == null) {
                StoredBlock block = new StoredBlock(now, 1 + random.nextInt(3));
                StoredReplica replica = new StoredReplica(block, DEVICE, Math.max(0, now - random.nextInt(9)));
                there.add(replica);
                tier.add(replica);
            } else if (what == 2) {
                if (any.isInUse()) {
                    any.letGo();
                } else {
                    any.hold();
                }
            } else if (what == 3) {
                any.read(now);
            } else {
                Optional<List<StoredReplica>> victims = tier.victims(1 + random.nextInt(4), now);
                gone.add(victims.map(
                        some -> some.stream().map(each -> each.block().id()).toList()));
                victims.ifPresent(some -> some.forEach(victim -> {
                    there.remove(victim);
                    tier.remove(victim);
                }));
            }
        }
        return gone;
    }
}
