package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class SerialExecutorTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final SerialExecutor executor = new SerialExecutor("test", "nothing happens", new FaultLog());
    private final List<String> done = new ArrayList<>();

    @Test
    void actionsRunInOrderAndBeforeTheLast() {
        for (int i = 0; i < 100; i++) {
            int number = i;
            executor.execute(() -> done.add("action " + number));
        }

        assertThat(executor.close(() -> done.add("last"), LONG)).isTrue();
        assertThat(done).hasSize(101).startsWith("action 0", "action 1").endsWith("action 99", "last");
    }

    @Test
    void aFailedActionIsLoggedOnceAndStopsNoOther() {
        try (LogLines log = LogLines.of(FaultLog.class)) {
            for (int i = 0; i < 3; i++) {
                executor.execute(() -> {
                    throw new NoClassDefFoundError("missing");
                });
            }
            executor.execute(() -> done.add("next"));

            assertThat(executor.close(() -> {}, LONG)).isTrue();
            assertThat(done).containsExactly("next");
            assertThat(log.lines()).hasSize(1);
            assertThat(log.lines().get(0)).contains("nothing happens").contains("missing");
        }
    }

    @Test
    void closingDropsDelayedActionsAndLaterOnes() {
        executor.schedule(() -> done.add("delayed"), LONG);
        executor.close(() -> done.add("last"), LONG);
        executor.execute(() -> done.add("later"));

        assertThat(executor.close(() -> {}, LONG)).isFalse();
        assertThat(done).containsExactly("last");
    }

    @Test
    void closingDoesNotWaitLongerThanItsBudget() {
        CountDownLatch never = new CountDownLatch(1);
        executor.execute(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(executor.close(() -> done.add("last"), Duration.ofMillis(10)))
                .isFalse();
    }
}
