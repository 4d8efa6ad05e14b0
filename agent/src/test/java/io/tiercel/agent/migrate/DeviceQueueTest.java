package io.tiercel.agent.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.agent.BlockStore.StorageDevice;
import io.tiercel.agent.Blocks;
import io.tiercel.agent.ErrorLog;
import io.tiercel.agent.ManualClock;
import io.tiercel.protocol.MigrationEnd;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DeviceQueueTest {
    private static final long DEADLINE = Duration.ofMinutes(2).toNanos();

    private final List<MigrationEnd> ends = new CopyOnWriteArrayList<>();
    private final ErrorLog errors = new ErrorLog();
    private final ManualClock clock = new ManualClock();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private volatile boolean comesIn;

    private DeviceQueue queue(Function<Migration, MigrationEnd> migrator, Consumer<MigrationEnd> listener) {
        StorageDevice device = new StorageDevice(Blocks.STORAGE, "DISK");
        DeviceQueue queue =
                new DeviceQueue(device, new DeviceSpeed(), migrator, listener, () -> {}, errors, System::nanoTime);
        queue.start();
        for (int number = 1; number <= 2; number++) {
            queue.add(new Migration(Blocks.order(number, number)));
        }
        return queue;
    }

    private static MigrationEnd done(Migration migration) {
        return MigrationEnd.newBuilder()
                .setMigration(migration.id())
                .setDone(true)
                .build();
    }

    private static MigrationEnd failing(Migration migration) {
        if (migration.id() == 1) {
            throw new OutOfMemoryError("for a test");
        }
        return done(migration);
    }

    @Test
    void anErrorEndsItsMigrationAndNotTheThread() {
        try (DeviceQueue queue = queue(DeviceQueueTest::failing, ends::add)) {
            await().until(() -> ends.size() == 2);
            assertThat(ends.get(0).getFailure()).contains("OutOfMemoryError", "for a test");
            assertThat(ends.get(1).getDone()).isTrue();
            assertThat(queue.isIdle()).isTrue();
            assertThat(errors.count()).isEqualTo(1);
        }
    }

    @Test
    void itIsIdleWhileNoMigrationWaitsOrRuns() {
        StorageDevice device = new StorageDevice(Blocks.STORAGE, "DISK");
        DeviceQueue queue =
                new DeviceQueue(device, new DeviceSpeed(), DeviceQueueTest::done, ends::add, () -> {}, errors, clock);
        assertThat(queue.isIdleFor(0)).isTrue();
        assertThat(queue.isIdleFor(1)).isFalse();
        clock.advance(Duration.ofSeconds(2));
        assertThat(queue.isIdleFor(Duration.ofSeconds(2).toNanos())).isTrue();

        queue.add(new Migration(Blocks.order(1, 1)));
        assertThat(queue.isIdleFor(0)).isFalse();
        queue.start();
        await().until(() -> queue.isIdleFor(0));
        assertThat(queue.isIdleFor(1)).isFalse();
        queue.close();
        assertThat(queue.isIdleFor(0)).isFalse();
    }

    /** The first migration hangs in its read until it is let go. */
    private MigrationEnd hanging(Migration migration) {
        if (migration.id() == 1) {
            migration.progressed(10, 100, 1);
            inside.countDown();
            try {
                answer.await();
            } catch (InterruptedException e) {
                // As a read from a disk, it goes on.
            }
            return migration.isWanted() || comesIn ? done(migration) : failing(migration.id());
        }
        return done(migration);
    }

    private static MigrationEnd failing(long migration) {
        return MigrationEnd.newBuilder().setMigration(migration).build();
    }

    private DeviceQueue hung() {
        StorageDevice device = new StorageDevice(Blocks.STORAGE, "DISK");
        DeviceQueue queue =
                new DeviceQueue(device, new DeviceSpeed(), this::hanging, ends::add, () -> {}, errors, clock);
        queue.start();
        queue.add(new Migration(Blocks.order(1, 1)));
        queue.add(new Migration(Blocks.order(2, 2)));
        await().until(() -> inside.getCount() == 0);
        queue.failIfHung(DEADLINE);
        clock.advance(Duration.ofNanos(DEADLINE - 1));
        queue.failIfHung(DEADLINE);
        assertThat(queue.isHung()).isFalse();
        clock.advance(Duration.ofNanos(1));
        queue.failIfHung(DEADLINE);
        return queue;
    }

    @Test
    void aDiskThatDoesNotAnswerFailsAllItsMigrationsAndGetsNoMore() {
        DeviceQueue queue = hung();
        assertThat(queue.isHung()).isTrue();
        assertThat(ends).extracting(MigrationEnd::getMigration).containsExactly(1L, 2L);
        assertThat(ends).extracting(MigrationEnd::getFailure).containsOnly("its disk does not answer");
        assertThat(ends.get(0).getDurationMicros()).isEqualTo(DEADLINE / 1_000);
        assertThat(queue.unfinished()).isEmpty();
        assertThat(queue.isIdleFor(0)).isFalse();
        queue.add(new Migration(Blocks.order(3, 3)));
        assertThat(ends).hasSize(3);
        assertThat(ends.get(2).getFailure()).isEqualTo("its disk does not answer");
        queue.failIfHung(DEADLINE);
        assertThat(ends).hasSize(3);

        answer.countDown();
        await().until(() -> !queue.isHung());
        queue.add(new Migration(Blocks.order(4, 4)));
        await().until(() -> ends.size() == 4);
        assertThat(ends.get(3).getMigration()).isEqualTo(4);
        assertThat(ends.get(3).getDone()).isTrue();
        queue.close();
    }

    /** It holds memory, so it cannot stay a failure. */
    @Test
    void aBlockThatComesInAfterItHasFailedIsReported() {
        comesIn = true;
        DeviceQueue queue = hung();
        answer.countDown();
        await().until(() -> ends.size() == 3);
        assertThat(ends.get(2).getMigration()).isEqualTo(1);
        assertThat(ends.get(2).getDone()).isTrue();
        queue.close();
    }

    @Test
    void progressKeepsADeviceAlive() {
        DeviceQueue queue = new DeviceQueue(
                new StorageDevice(Blocks.STORAGE, "DISK"),
                new DeviceSpeed(),
                this::hanging,
                ends::add,
                () -> {},
                errors,
                clock);
        queue.start();
        Migration slow = new Migration(Blocks.order(1, 1));
        queue.add(slow);
        await().until(() -> inside.getCount() == 0);
        for (int i = 0; i < 5; i++) {
            slow.progressed(20 + i, 100, 1);
            queue.failIfHung(DEADLINE);
            clock.advance(Duration.ofNanos(DEADLINE - 1));
        }
        assertThat(queue.isHung()).isFalse();
        assertThat(ends).isEmpty();
        answer.countDown();
        queue.close();
    }

    /** Nobody waits for the read. */
    @Test
    void aHungDeviceIsClosedAtOnce() {
        DeviceQueue queue = hung();
        queue.close();
        assertThat(answer.getCount()).isEqualTo(1);
        answer.countDown();
    }

    @Test
    void anErrorOfTheListenerDoesNotEndTheThreadEither() {
        Consumer<MigrationEnd> listener = end -> {
            ends.add(end);
            throw new StackOverflowError("for a test");
        };
        try (DeviceQueue queue = queue(DeviceQueueTest::done, listener)) {
            await().until(() -> errors.count() == 2);
            assertThat(ends).hasSize(2);
            assertThat(queue.unfinished()).isEmpty();
        }
    }
}
