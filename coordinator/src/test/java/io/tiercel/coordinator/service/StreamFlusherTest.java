package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.coordinator.state.ErrorGuard;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StreamFlusherTest {
    @Test
    void aStreamThatFailsIsToldSo() {
        AtomicInteger calls = new AtomicInteger();
        AtomicReference<RuntimeException> told = new AtomicReference<>();
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        try (StreamFlusher flusher = new StreamFlusher(new ErrorGuard(new CoordinatorCounters()), thread, 1)) {
            flusher.add(new StreamFlusher.Outlet() {
                @Override
                public void pump() {
                    calls.incrementAndGet();
                    throw new IllegalStateException("for good");
                }

                @Override
                public void failed(RuntimeException e) {
                    told.set(e);
                }
            });

            await().until(() -> told.get() != null);
        } finally {
            thread.shutdownNow();
        }
        assertThat(told.get()).hasMessage("for good");
        assertThat(calls.get()).isEqualTo(1);
    }

    @Test
    void oneErrorEndsNeitherTheRoundsNorItsStream() {
        CoordinatorCounters counters = new CoordinatorCounters();
        AtomicInteger failing = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        try (StreamFlusher flusher = new StreamFlusher(new ErrorGuard(counters), thread, 1)) {
            flusher.add(other::incrementAndGet);
            flusher.add(() -> {
                if (failing.incrementAndGet() == 1) {
                    throw new StackOverflowError("for this once");
                }
            });

            await().until(() -> failing.get() > 3 && other.get() > 3);
        } finally {
            thread.shutdownNow();
        }
        assertThat(counters.get(CoordinatorCounter.ERRORS)).isEqualTo(1);
    }
}
