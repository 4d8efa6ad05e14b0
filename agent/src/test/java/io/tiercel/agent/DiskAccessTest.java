package io.tiercel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tiercel.agent.DiskAccess.RelievedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DiskAccessTest {
    private static final String HUNG = "DS-hung";

    private final ManualClock clock = new ManualClock();
    private final DiskAccess disks = new DiskAccess(clock);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();

    private Thread hanging() {
        CountDownLatch inside = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                disks.call(HUNG, () -> {
                    inside.countDown();
                    awaitAnswer();
                    throw new IOException("of the disk");
                });
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        thread.start();
        await().until(() -> inside.getCount() == 0);
        return thread;
    }

    private void awaitAnswer() {
        try {
            answer.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aThreadThatHangsIsRelievedAndItsDeviceLeftAloneUntilItAnswers() throws Exception {
        Thread first = hanging();
        clock.advance(Duration.ofNanos(DiskAccess.PATIENCE - 1));
        assertThat(disks.relieve(Thread.currentThread())).isFalse();
        clock.advance(Duration.ofNanos(1));
        assertThat(disks.relieve(Thread.currentThread())).isTrue();

        assertThat(disks.call("DS-other", () -> 7)).isEqualTo(7);
        assertThatThrownBy(() -> disks.call(HUNG, () -> 7))
                .isInstanceOf(IOException.class)
                .hasMessage("the disk of storage DS-hung does not answer");

        answer.countDown();
        first.join();
        assertThat(thrown.get()).isInstanceOf(RelievedException.class);
        assertThat(disks.call(HUNG, () -> 7)).isEqualTo(7);
    }

    @Test
    void onlyOneThreadCalls() throws Exception {
        disks.call("DS-1", () -> 7);
        clock.advance(Duration.ofHours(1));
        assertThat(disks.isStuck()).isFalse();
        Thread other = hangingRefused();
        other.join();
        assertThat(thrown.get()).isInstanceOf(RelievedException.class);
    }

    private Thread hangingRefused() {
        Thread thread = new Thread(() -> {
            try {
                disks.call(HUNG, () -> 7);
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void failuresOfTheDiskArePassedOn() {
        assertThatThrownBy(() -> disks.call("DS-1", () -> {
                    throw new IOException("of the disk");
                }))
                .hasMessage("of the disk");
        assertThat(disks.isStuck()).isFalse();
    }
}
