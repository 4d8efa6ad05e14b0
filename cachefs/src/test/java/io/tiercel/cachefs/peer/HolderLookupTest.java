package io.tiercel.cachefs.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.peer.PageHolders.Holder;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class HolderLookupTest {
    private static final List<Holder> ONE = List.of(new Holder(new Peer("host", 1), new BitSet()));

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final Queue<Runnable> background = new ArrayDeque<>();
    private List<Holder> answer = ONE;

    private HolderLookup lookup(boolean isAtOnce) {
        PageHolders holders = object -> {
            asked.incrementAndGet();
            if (answer.isEmpty()) {
                throw new IllegalStateException("nobody answers");
            }
            return answer;
        };
        return new HolderLookup(
                holders,
                task -> {
                    if (isAtOnce) {
                        task.run();
                    } else {
                        background.add(task);
                    }
                },
                nanos::get);
    }

    @Test
    void anAnswerIsRememberedAndRenewed() {
        HolderLookup lookup = lookup(true);
        assertThat(lookup.of("a")).isEqualTo(ONE);
        assertThat(lookup.of("a")).isEqualTo(ONE);
        assertThat(asked).hasValue(1);
        nanos.addAndGet(HolderLookup.FRESH + 1);
        assertThat(lookup.of("a")).isEqualTo(ONE);
        assertThat(asked).hasValue(2);
        lookup.of("a");
        assertThat(asked).hasValue(2);
        lookup.of("b");
        assertThat(asked).hasValue(3);
    }

    @Test
    void anOldAnswerServesWhileTheNextOneIsAwaited() {
        HolderLookup lookup = lookup(false);
        lookup.of("a");
        background.remove().run();
        nanos.addAndGet(HolderLookup.FRESH + 1);
        for (int i = 0; i < 3; i++) {
            assertThat(lookup.of("a")).isEqualTo(ONE);
        }
        assertThat(background).hasSize(1);
        nanos.addAndGet(HolderLookup.STALE);
        assertThat(lookup.of("a")).as("too old").isEmpty();
    }

    /** The clock of the test stands still, so the first call waits in real time, and no other does. */
    @Test
    void afterAWaitInVainNobodyWaitsForAWhile() {
        HolderLookup lookup = lookup(false);
        long begun = System.nanoTime();
        assertThat(lookup.of("a")).isEmpty();
        assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(HolderLookup.MOST_WAIT);
        begun = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            assertThat(lookup.of("object " + i)).isEmpty();
        }
        assertThat(System.nanoTime() - begun).isLessThan(100 * HolderLookup.MOST_WAIT);
        assertThat(background).as("questions under way are bounded").hasSize(16);
        background.forEach(Runnable::run);
        assertThat(lookup.of("a")).isEqualTo(ONE);
    }

    @Test
    void whoCannotBeAskedIsNotAskedAgainAtOnce() {
        answer = List.of();
        HolderLookup lookup = lookup(true);
        assertThat(lookup.of("a")).isEmpty();
        assertThat(lookup.of("a")).isEmpty();
        assertThat(asked).hasValue(1);
        nanos.addAndGet(HolderLookup.FRESH_IF_NONE + 1);
        answer = ONE;
        assertThat(lookup.of("a")).isEqualTo(ONE);
    }
}
