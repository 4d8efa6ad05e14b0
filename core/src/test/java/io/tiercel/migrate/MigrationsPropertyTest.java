package io.tiercel.migrate;

import static io.tiercel.migrate.ledger.EvictionReason.ELSEWHERE;
import static io.tiercel.migrate.ledger.EvictionReason.INVALID;
import static io.tiercel.migrate.ledger.EvictionReason.LEASE_EXPIRED;
import static io.tiercel.migrate.ledger.EvictionReason.MADE_ROOM;
import static io.tiercel.migrate.ledger.EvictionReason.READ;
import static io.tiercel.migrate.ledger.EvictionReason.RELEASED;
import static io.tiercel.migrate.ledger.EvictionReason.UNUSED;
import static io.tiercel.migrate.ledger.EvictionReason.WITHDRAWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.migrate.ledger.EvictionReason;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Seeded histories with a naive ledger beside: pinned bytes are never above the budget; a claimed block is never evicted; a dead
 * job's blocks become free; nothing is pinned twice; what is counted is what is pinned.
 */
class MigrationsPropertyTest {
    @Test
    void holdsInManyShortHistories() {
        LongStream.range(0, 1000).forEach(seed -> new History(seed).run(60));
    }

    @Test
    void holdsInLongHistories() {
        Set<EvictionReason> seen = EnumSet.noneOf(EvictionReason.class);
        LongStream.range(10_000, 10_040).forEach(seed -> seen.addAll(new History(seed).run(1500)));
        assertThat(seen)
                .as("the histories have it all")
                .contains(RELEASED, READ, LEASE_EXPIRED, MADE_ROOM, UNUSED, INVALID, WITHDRAWN, ELSEWHERE);
    }

    @Test
    @Tag("slow")
    void holdsInManyMoreHistories() {
        LongStream.range(1000, 4000).forEach(seed -> new History(seed).run(60));
        LongStream.range(10_040, 10_200).forEach(seed -> new History(seed).run(1500));
    }
}
