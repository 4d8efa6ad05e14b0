package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OfferRevivalsTest {
    private static final long MILLI = 1_000_000;

    private record Task(long at, Runnable run) {}

    private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::at));
    private final List<Long> revived = new ArrayList<>();
    private long now;
    private final OfferRevivals revivals = new OfferRevivals(
            () -> now * MILLI, (millis, task) -> tasks.add(new Task(now + millis, task)), () -> revived.add(now));

    private void pass(long millis) {
        long end = now + millis;
        while (!tasks.isEmpty() && tasks.peek().at() <= end) {
            Task next = tasks.remove();
            now = Math.max(now, next.at());
            next.run().run();
        }
        now = end;
    }

    @Test
    void theFirstComesAtOnce() {
        revivals.in(0);
        pass(1);
        assertThat(revived).containsExactly(0L);
    }

    @Test
    void manyAtATimeAreOne() {
        for (int i = 0; i < 1_000; i++) {
            revivals.in(0);
        }
        pass(1_000);
        assertThat(revived).containsExactly(0L);
    }

    @Test
    void anEarlierOneIsNotHeldUpByALaterOne() {
        revivals.in(500);
        revivals.in(100);
        pass(1_000);
        assertThat(revived).containsExactly(100L, 500L);
    }

    /** Stages of any number ask for times of their own. Each gets its offers, soon after the time that it asked for. */
    @Test
    void theRateIsBoundedAndNobodyIsForgotten() {
        Random random = new Random(18);
        long asked = 0;
        for (int i = 0; i < 5_000; i++) {
            int wait = random.nextInt(300);
            asked = Math.max(asked, now + wait);
            revivals.in(wait);
            pass(random.nextInt(3));
        }
        pass(1_000);
        assertThat(revived.get(revived.size() - 1)).isBetween(asked - 300, asked + 50);
        for (int i = 1; i < revived.size(); i++) {
            assertThat(revived.get(i) - revived.get(i - 1)).isGreaterThanOrEqualTo(50);
        }
        assertThat(revived.size()).isGreaterThan(50);
    }
}
