package io.tiercel.agent.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tiercel.agent.AgentIdentity;
import io.tiercel.agent.Blocks;
import io.tiercel.agent.ManualClock;
import io.tiercel.agent.migrate.DeviceQueue;
import io.tiercel.agent.migrate.DeviceSpeed;
import io.tiercel.agent.migrate.Devices;
import io.tiercel.agent.migrate.LockPermission;
import io.tiercel.agent.migrate.Migrator;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.watch.NoFileEvents;
import io.tiercel.agent.watch.PageCacheWatcher;
import io.tiercel.agent.watch.ResidencySweep;
import io.tiercel.linux.LockLimit;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.Running;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent's side of the contract, on real files and with a clock that is moved by hand. */
class CoordinatorSessionTest {
    private static final long BUDGET = 32_768;

    private final ManualClock clock = new ManualClock();
    private final FakeCoordinator coordinator = new FakeCoordinator();
    private final PendingReports outbox = new PendingReports();
    private final PinnedBlocks pins = new PinnedBlocks(BUDGET);
    private final LockPermission right = new LockPermission(BUDGET, new LockLimit(Long.MAX_VALUE, true, 0));
    private final long lockedBefore = LockLimit.read().locked();

    private Blocks blocks;
    private AgentResources possessions;
    private CoordinatorSession conversation;

    @BeforeEach
    void start() throws IOException {
        blocks = Blocks.onDisk();
        DeviceSpeed speed = new DeviceSpeed();
        Migrator migrator = new Migrator(blocks, pins, right, speed, clock);
        Devices devices = new Devices(
                blocks,
                device -> new DeviceQueue(device, speed, migrator::run, outbox::ended, () -> {}, clock),
                outbox::ended);
        ResidencySweep sweep = new ResidencySweep(0.01, Duration.ofMinutes(1), () -> 0, clock);
        PageCacheWatcher watcher = new PageCacheWatcher(
                "node", blocks, pins, (file, length) -> 0, new NoFileEvents(), sweep, outbox, clock);
        possessions = new AgentResources(pins, right, devices, watcher, outbox);
        RetryPolicy patience = new RetryPolicy(Duration.ofSeconds(5), Duration.ofSeconds(30), "uuid");
        AgentIdentity identity = new AgentIdentity("uuid", "node", "1", true);
        conversation = new CoordinatorSession(identity, coordinator, possessions, patience, clock);
    }

    @AfterEach
    void stop() {
        possessions.close();
        assertThat(LockLimit.read().locked()).isEqualTo(lockedBefore);
    }

    private void pinned(long... numbers) throws IOException {
        for (long number : numbers) {
            blocks.add(number);
            coordinator.replies.add(ExchangeReply.newBuilder()
                    .addMigrate(Blocks.order(number, number))
                    .build());
            conversation.step();
            await().until(() -> outbox.hasEnd(number));
        }
    }

    @Test
    void registersThenTellsWhatItHasRoomFor() {
        conversation.step();
        assertThat(coordinator.registered).singleElement().satisfies(request -> {
            assertThat(request.getNode()).isEqualTo("uuid");
            assertThat(request.getBudgetBytes()).isEqualTo(BUDGET);
            assertThat(request.getPins()).isTrue();
            assertThat(request.getSharesDevices()).isTrue();
            assertThat(request.getDevicesList()).singleElement().satisfies(device -> {
                assertThat(device.getStorageType()).isEqualTo("DISK");
                assertThat(device.hasBytesPerSecond()).isFalse();
            });
        });
        assertThat(conversation.step()).isEqualTo(new WaitBounds(RetryPolicy.LEAST_PAUSE, SECONDS.toNanos(1)));
        assertThat(coordinator.last().getSession()).isEqualTo(7);
        assertThat(coordinator.last().getRoom(0).getMigrations()).isEqualTo(1);
    }

    @Test
    void pinsWhatItIsToldToAndSaysSo() throws IOException {
        conversation.step();
        pinned(1);
        conversation.step();
        MigrationEnd end = coordinator.last().getEnded(0);
        assertThat(end.getDone()).isTrue();
        assertThat(end.getBytes()).isEqualTo(Blocks.LENGTH);
        assertThat(end.getFoundBytes()).isZero();
        assertThat(coordinator.last().getPinnedBytes()).isEqualTo(12_288);
        assertThat(LockLimit.read().locked() - lockedBefore).isEqualTo(12_288);
        conversation.step();
        assertThat(coordinator.last().getEndedList()).isEmpty();
    }

    @Test
    void neverPinsBeyondItsBudgetWhateverItIsTold() throws IOException {
        conversation.step();
        pinned(1, 2, 3);
        conversation.step();
        MigrationEnd end = coordinator.last().getEnded(0);
        assertThat(end.getDone()).isFalse();
        assertThat(end.getFailure()).isEqualTo("no room: 24576 of 32768 bytes are taken, and the block has 10000");
        assertThat(pins.heldBytes()).isEqualTo(24_576);
    }

    @Test
    void unpinsAndSaysSoEvenOfWhatItDoesNotHave() throws IOException {
        conversation.step();
        pinned(1);
        coordinator.replies.add(ExchangeReply.newBuilder()
                .addUnpin(Blocks.id(1))
                .addUnpin(Blocks.id(99))
                .build());
        conversation.step();
        conversation.step();
        assertThat(coordinator.last().getUnpinnedList()).containsExactly(Blocks.id(1), Blocks.id(99));
        assertThat(pins.isEmpty()).isTrue();
    }

    @Test
    void tellsAgainWhatACallThatFailedCarried() throws IOException {
        conversation.step();
        pinned(1);
        coordinator.silent = true;
        assertThat(conversation.step().leastNanos()).isGreaterThan(MILLISECONDS.toNanos(700));
        coordinator.silent = false;
        conversation.step();
        assertThat(coordinator.last().getEndedList())
                .singleElement()
                .extracting(MigrationEnd::getMigration)
                .isEqualTo(1L);
        assertThat(coordinator.registered).hasSize(1);
    }

    @Test
    void givesEverythingBackAfterALeaseOfSilenceAndGoesOnTrying() throws IOException {
        conversation.step();
        pinned(1, 2);
        coordinator.silent = true;
        clock.advance(Duration.ofMillis(9_950));
        WaitBounds pause = conversation.step();
        assertThat(pins.isEmpty()).isFalse();
        assertThat(pause.mostNanos()).as("not beyond the lease").isEqualTo(MILLISECONDS.toNanos(50));
        assertThat(coordinator.deadlines).last().isEqualTo(MILLISECONDS.toNanos(100));
        clock.advance(Duration.ofMillis(50));
        conversation.step();
        assertThat(pins.isEmpty()).isTrue();
        assertThat(LockLimit.read().locked()).isEqualTo(lockedBefore);
        coordinator.silent = false;
        conversation.step();
        assertThat(coordinator.registered).hasSize(2);
        assertThat(coordinator.registered.get(1).getHeldList()).isEmpty();
    }

    @Test
    void anErrorOfItsOwnIsSilenceToo() throws IOException {
        conversation.step();
        pinned(1, 2);
        coordinator.fails = true;
        clock.advance(Duration.ofMillis(9_950));
        conversation.step();
        assertThat(pins.isEmpty()).isFalse();
        clock.advance(Duration.ofMillis(50));
        conversation.step();
        assertThat(pins.isEmpty()).isTrue();
        coordinator.fails = false;
        conversation.step();
        assertThat(coordinator.registered).hasSize(2);
    }

    @Test
    void registersWithWhatItHoldsWhenTheCoordinatorIsAnother() throws IOException {
        conversation.step();
        pinned(1);
        coordinator.replies.add(ExchangeReply.newBuilder().setRegister(true).build());
        conversation.step();
        conversation.step();
        assertThat(coordinator.registered.get(1).getHeldList())
                .singleElement()
                .satisfies(held -> assertThat(held.getBlock()).isEqualTo(Blocks.id(1)));
        assertThat(pins.isEmpty()).isFalse();
    }

    @Test
    void saysThatItCannotPinAnyMore() throws IOException {
        conversation.step();
        conversation.step();
        right.refuse("for a test");
        conversation.step();
        assertThat(coordinator.registered).hasSize(2);
        assertThat(coordinator.registered.get(1).getPins()).isFalse();
        blocks.add(1);
        pinned(1);
        conversation.step();
        assertThat(coordinator.last().getEnded(0).getDone()).isTrue();
        assertThat(LockLimit.read().locked()).isEqualTo(lockedBefore);
    }

    @Test
    void survivesNonsense() throws IOException {
        coordinator.welcome = coordinator.welcome.toBuilder()
                .setIntervalMillis(-5)
                .setLeaseMillis(0)
                .build();
        conversation.step();
        blocks.add(1);
        coordinator.replies.add(ExchangeReply.newBuilder()
                .addMigrate(Blocks.order(1, 77))
                .addMigrate(Blocks.order(2, 1).toBuilder().setStorage("DS-9"))
                .addMigrate(Blocks.order(2, 1).toBuilder().setLength(-1))
                .addMigrate(Blocks.order(3, 1))
                .addCancel(55)
                .addWatch(Blocks.id(77))
                .addUnwatch(Blocks.id(78))
                .build());
        assertThat(conversation.step().mostNanos()).isEqualTo(MILLISECONDS.toNanos(50));
        await().until(() -> outbox.hasEnd(3));
        conversation.step();
        assertThat(coordinator.last().getEndedList())
                .extracting(MigrationEnd::getFailure)
                .contains(
                        "this node has no finished replica of the block",
                        "this node has no storage 'DS-9'",
                        Migrator.CALLED_OFF,
                        "");
        assertThat(coordinator.last().getRunningList()).isEqualTo(java.util.List.<Running>of());
    }

    @Test
    void saysWhichWatchListItHas() throws IOException {
        conversation.step();
        coordinator.replies.add(ExchangeReply.newBuilder()
                .addWatch(blocks.add(1))
                .setWatchSerial(5)
                .build());
        conversation.step();
        assertThat(coordinator.last().getWatchSerial()).isZero();
        coordinator.silent = true;
        conversation.step();
        coordinator.silent = false;
        coordinator.replies.add(ExchangeReply.newBuilder().setRegister(true).build());
        conversation.step();
        assertThat(coordinator.last().getWatchSerial()).isEqualTo(5);
        conversation.step();
        conversation.step();
        assertThat(coordinator.last().getWatchSerial()).as("a new session").isZero();
    }

    @Test
    void triesMoreAndMoreSeldom() {
        coordinator.silent = true;
        long first = conversation.step().mostNanos();
        assertThat(conversation.step().mostNanos()).isCloseTo(2 * first, within(2L));
        for (int i = 0; i < 20; i++) {
            conversation.step();
        }
        assertThat(conversation.step().mostNanos()).isBetween(SECONDS.toNanos(22), SECONDS.toNanos(38));
    }
}
