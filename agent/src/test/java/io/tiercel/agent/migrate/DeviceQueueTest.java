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
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DeviceQueueTest {
    private final List<MigrationEnd> ends = new CopyOnWriteArrayList<>();
    private final ErrorLog errors = new ErrorLog();

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
        ManualClock clock = new ManualClock();
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
