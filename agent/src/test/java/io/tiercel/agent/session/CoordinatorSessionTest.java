package io.tiercel.agent.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tiercel.agent.Agent.AgentIdentity;
import io.tiercel.agent.Blocks;
import io.tiercel.agent.DiskAccess;
import io.tiercel.agent.ErrorLog;
import io.tiercel.agent.ManualClock;
import io.tiercel.agent.migrate.Devices;
import io.tiercel.agent.migrate.LockPermission;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.migrate.PressureBudget;
import io.tiercel.agent.migrate.ReadSettings;
import io.tiercel.agent.migrate.RemovedDevices;
import io.tiercel.agent.session.CoordinatorSession.AgentResources;
import io.tiercel.agent.session.Signal.WaitBounds;
import io.tiercel.agent.watch.PageCacheWatcher;
import io.tiercel.agent.watch.ResidencySweep;
import io.tiercel.linux.FileEvents;
import io.tiercel.linux.IoPriority;
import io.tiercel.linux.LockLimit;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Running;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent's side of the contract, on real files and with a clock that is moved by hand. */
class CoordinatorSessionTest {
    private static final long BUDGET = 32_768;
    private static final ReadSettings READS = new ReadSettings(IoPriority.NORMAL, Duration.ofMinutes(1));

    final ManualClock clock = new ManualClock();
    final FakeCoordinator coordinator = new FakeCoordinator();
    private final PendingReports reports = new PendingReports();
    private final PinnedBlocks pins = new PinnedBlocks(BUDGET, 100);
    private final LockPermission permission =
            new LockPermission(BUDGET, 0, new LockLimit(Long.MAX_VALUE, true, 0), clock);
    private final long lockedBefore = LockLimit.read().locked();

    final ErrorLog errors = new ErrorLog();
    private Blocks blocks;
    private AgentResources resources;
    CoordinatorSession session;

    @BeforeEach
    void start() throws IOException {
        blocks = Blocks.onDisk();
        Devices devices = Devices.of(blocks, pins, permission, READS, reports::ended, () -> {}, errors, clock);
        ResidencySweep sweep = new ResidencySweep(0.01, Duration.ofMinutes(1), () -> 0, clock);
        PageCacheWatcher watcher = new PageCacheWatcher(
                "node",
                blocks,
                new DiskAccess(clock),
                pins,
                (file, length) -> 0,
                FileEvents.NONE,
                sweep,
                reports,
                clock);
        resources = new AgentResources(pins, permission, devices, watcher, reports, 2 * BUDGET);
        RetryPolicy retry = new RetryPolicy(Duration.ofSeconds(5), Duration.ofSeconds(30), "uuid");
        AgentIdentity identity = new AgentIdentity("uuid", "node", "1", true);
        session = new CoordinatorSession(identity, coordinator, resources, retry, errors, clock);
    }

    @AfterEach
    void stop() {
        resources.close();
        assertThat(LockLimit.read().locked()).isEqualTo(lockedBefore);
    }

    private void pinned(long... numbers) throws IOException {
        for (long number : numbers) {
            blocks.add(number);
            coordinator.replies.add(ExchangeReply.newBuilder()
                    .addMigrate(Blocks.order(number, number))
                    .build());
            session.step();
            await().until(() -> reports.hasEnd(number));
        }
    }

    @Test
    void registersThenTellsWhatItHasRoomFor() {
        session.step();
        assertThat(coordinator.registered).singleElement().satisfies(request -> {
            assertThat(request.getNode()).isEqualTo("uuid");
            assertThat(request.getBudgetBytes()).isEqualTo(BUDGET);
            assertThat(request.getConfiguredBudgetBytes()).isEqualTo(2 * BUDGET);
            assertThat(request.getLockableBytes()).isEqualTo(Long.MAX_VALUE);
            assertThat(request.getPins()).isTrue();
            assertThat(request.getSharesDevices()).isTrue();
            assertThat(request.getDevicesList()).singleElement().satisfies(device -> {
                assertThat(device.getStorageType()).isEqualTo("DISK");
                assertThat(device.hasBytesPerSecond()).isFalse();
            });
        });
        assertThat(session.step()).isEqualTo(new WaitBounds(RetryPolicy.LEAST_PAUSE, SECONDS.toNanos(1)));
        assertThat(coordinator.last().getSession()).isEqualTo(7);
        assertThat(coordinator.last().getRoom(0).getMigrations()).isEqualTo(1);
    }

    @Test
    void countsCallsWithoutAnAnswer() {
        assertThat(session.isConnected()).isFalse();
        session.step();
        assertThat(session.isConnected()).isTrue();
        coordinator.silent = true;
        session.step();
        session.step();
        assertThat(session.isConnected()).isFalse();
        assertThat(session.unanswered()).isEqualTo(2);
        coordinator.silent = false;
        session.step();
        assertThat(session.isConnected()).isTrue();
        assertThat(session.unanswered()).isEqualTo(2);
    }

    @Test
    void pinsWhatItIsToldToAndSaysSo() throws IOException {
        session.step();
        pinned(1);
        session.step();
        MigrationEnd end = coordinator.last().getEnded(0);
        assertThat(end.getDone()).isTrue();
        assertThat(end.getBytes()).isEqualTo(Blocks.LENGTH);
        assertThat(end.getFoundBytes()).isZero();
        assertThat(coordinator.last().getPinnedBytes()).isEqualTo(12_288);
        assertThat(LockLimit.read().locked() - lockedBefore).isEqualTo(12_288);
        session.step();
        assertThat(coordinator.last().getEndedList()).isEmpty();
    }

    @Test
    void neverPinsBeyondItsBudgetWhateverItIsTold() throws IOException {
        session.step();
        pinned(1, 2, 3);
        session.step();
        MigrationEnd end = coordinator.last().getEnded(0);
        assertThat(end.getDone()).isFalse();
        assertThat(end.getFailure()).isEqualTo("no room: 24576 of 32768 bytes are taken, and the block has 10000");
        assertThat(pins.heldBytes()).isEqualTo(24_576);
    }

    @Test
    void unpinsAndSaysSoEvenOfWhatItDoesNotHave() throws IOException {
        session.step();
        pinned(1);
        coordinator.replies.add(ExchangeReply.newBuilder()
                .addUnpin(Blocks.id(1))
                .addUnpin(Blocks.id(99))
                .build());
        session.step();
        session.step();
        assertThat(coordinator.last().getUnpinnedList()).containsExactly(Blocks.id(1), Blocks.id(99));
        assertThat(pins.isEmpty()).isTrue();
    }

    @Test
    void tellsAgainWhatACallThatFailedCarried() throws IOException {
        session.step();
        pinned(1);
        coordinator.silent = true;
        assertThat(session.step().leastNanos()).isGreaterThan(MILLISECONDS.toNanos(700));
        coordinator.silent = false;
        session.step();
        assertThat(coordinator.last().getEndedList())
                .singleElement()
                .extracting(MigrationEnd::getMigration)
                .isEqualTo(1L);
        assertThat(coordinator.registered).hasSize(1);
    }

    @Test
    void givesEverythingBackAfterALeaseOfSilenceAndGoesOnTrying() throws IOException {
        session.step();
        pinned(1, 2);
        coordinator.silent = true;
        clock.advance(Duration.ofMillis(9_950));
        WaitBounds pause = session.step();
        assertThat(pins.isEmpty()).isFalse();
        assertThat(pause.mostNanos()).as("not beyond the lease").isEqualTo(MILLISECONDS.toNanos(50));
        assertThat(coordinator.deadlines).last().isEqualTo(MILLISECONDS.toNanos(100));
        clock.advance(Duration.ofMillis(50));
        session.step();
        assertThat(pins.isEmpty()).isTrue();
        assertThat(LockLimit.read().locked()).isEqualTo(lockedBefore);
        coordinator.silent = false;
        session.step();
        assertThat(coordinator.registered).hasSize(2);
        assertThat(coordinator.registered.get(1).getHeldList()).isEmpty();
    }

    @Test
    void anExceptionOfItsOwnIsSilenceToo() throws IOException {
        failuresOfItsOwnAreSilence(new IllegalStateException("an error of ours"));
    }

    @Test
    void anErrorIsSilenceTooAndIsCounted() throws IOException {
        failuresOfItsOwnAreSilence(new StackOverflowError("for a test"));
    }

    private void failuresOfItsOwnAreSilence(Throwable failure) throws IOException {
        session.step();
        pinned(1, 2);
        coordinator.failure = failure;
        clock.advance(Duration.ofMillis(9_950));
        session.step();
        assertThat(pins.isEmpty()).isFalse();
        clock.advance(Duration.ofMillis(50));
        session.step();
        assertThat(pins.isEmpty()).isTrue();
        coordinator.failure = null;
        session.step();
        assertThat(coordinator.registered).hasSize(2);
        assertThat(errors.count()).isEqualTo(2);
    }

    @Test
    void registersWithWhatItHoldsWhenTheCoordinatorIsAnother() throws IOException {
        session.step();
        pinned(1);
        coordinator.replies.add(ExchangeReply.newBuilder().setRegister(true).build());
        session.step();
        session.step();
        assertThat(coordinator.registered.get(1).getHeldList())
                .singleElement()
                .satisfies(held -> assertThat(held.getBlock()).isEqualTo(Blocks.id(1)));
        assertThat(pins.isEmpty()).isFalse();
    }

    @Test
    void saysThatItCannotPinAnyMore() throws IOException {
        session.step();
        session.step();
        permission.refuse("for a test");
        session.step();
        assertThat(coordinator.registered).hasSize(2);
        assertThat(coordinator.registered.get(1).getPins()).isFalse();
        blocks.add(1);
        pinned(1);
        session.step();
        assertThat(coordinator.last().getEnded(0).getDone()).isTrue();
        assertThat(LockLimit.read().locked()).isEqualTo(lockedBefore);
    }

    /** The coordinator then chooses what it can spare. */
    @Test
    void registersWithWhatItHoldsWhenPressureHasLoweredItsBudget() throws IOException {
        session.step();
        pinned(1, 2);
        session.step();
        PressureBudget budget = new PressureBudget(pins, 10, () -> OptionalDouble.of(40), reports::unpinned, clock);
        clock.advance(Duration.ofSeconds(10));
        budget.tick();
        session.step();
        assertThat(coordinator.registered).hasSize(2);
        assertThat(coordinator.registered.get(1).getBudgetBytes()).isEqualTo(18_432);
        assertThat(coordinator.registered.get(1).getHeldList()).hasSize(2);
        coordinator.replies.add(
                ExchangeReply.newBuilder().addUnpin(Blocks.id(2)).build());
        session.step();
        assertThat(coordinator.last().getBudgetBytes()).isEqualTo(18_432);
        assertThat(LockLimit.read().locked() - lockedBefore).isEqualTo(12_288);
        session.step();
        assertThat(coordinator.registered).hasSize(2);
    }

    /** What happened to its blocks is said first: a registration drops it. */
    @Test
    void letsGoOfARemovedDeviceAndRegistersWithoutIt() throws IOException {
        blocks.addDevice("DS-2");
        session.step();
        assertThat(coordinator.registered.get(0).getDevicesList()).hasSize(2);
        RemovedDevices removed = new RemovedDevices(blocks, resources.devices(), pins, reports::unpinned);
        removed.tick();
        pinned(1, 2);
        session.step();

        blocks.removeDevice(Blocks.STORAGE);
        removed.tick();
        assertThat(pins.isEmpty()).isTrue();
        assertThat(LockLimit.read().locked()).isEqualTo(lockedBefore);
        session.step();
        assertThat(coordinator.last().getUnpinnedList()).containsExactlyInAnyOrder(Blocks.id(1), Blocks.id(2));
        session.step();
        assertThat(coordinator.registered).hasSize(2);
        assertThat(coordinator.registered.get(1).getDevicesList())
                .singleElement()
                .satisfies(device -> assertThat(device.getStorage()).isEqualTo("DS-2"));

        blocks.addDevice("DS-3");
        removed.tick();
        session.step();
        assertThat(coordinator.registered).hasSize(3);
        session.step();
        assertThat(coordinator.registered).hasSize(3);
    }

    @Test
    void aMigrationOnARemovedDeviceFails() throws IOException {
        session.step();
        RemovedDevices removed = new RemovedDevices(blocks, resources.devices(), pins, reports::unpinned);
        removed.tick();
        blocks.hang(1);
        coordinator.replies.add(ExchangeReply.newBuilder()
                .addMigrate(Blocks.order(1, 1))
                .addMigrate(Blocks.order(2, 2))
                .build());
        session.step();
        await().until(blocks::isHanging);
        blocks.removeDevice(Blocks.STORAGE);
        removed.tick();
        assertThat(reports.hasEnd(2)).as("the one that waited").isTrue();
        blocks.answer();
        await().until(() -> reports.hasEnd(1));
        session.step();
        assertThat(coordinator.last().getEndedList())
                .extracting(MigrationEnd::getFailure)
                .containsOnly("its device was removed");
    }

    @Test
    void saysThatADiskDoesNotAnswerAndServesTheOthers() throws IOException {
        blocks.addDevice("DS-2");
        session.step();
        blocks.hang(1);
        coordinator.replies.add(
                ExchangeReply.newBuilder().addMigrate(Blocks.order(1, 1)).build());
        session.step();
        await().until(blocks::isHanging);
        session.step();
        clock.advance(READS.deadline());
        session.step();
        assertThat(coordinator.last().getEndedList()).singleElement().satisfies(end -> assertThat(end.getFailure())
                .isEqualTo("its disk does not answer"));
        assertThat(coordinator.last().getRunningList()).isEmpty();
        assertThat(coordinator.last().getRoomList())
                .satisfiesExactlyInAnyOrder(
                        room -> assertThat(room.getHung()).isTrue(),
                        room -> assertThat(room.getMigrations()).isEqualTo(1));

        blocks.add(2);
        blocks.relist(2, "DS-2");
        coordinator.replies.add(ExchangeReply.newBuilder()
                .addMigrate(Blocks.order(2, 2).toBuilder().setStorage("DS-2"))
                .build());
        session.step();
        await().until(() -> reports.hasEnd(2));
        assertThat(pins.find(Blocks.id(2))).isPresent();

        blocks.answer();
        await().until(() -> resources.devices().room().stream().noneMatch(Room::getHung));
        assertThat(pins.find(Blocks.id(1))).isEmpty();
        assertThat(coordinator.registered).hasSize(1);
    }

    @Test
    void survivesNonsense() throws IOException {
        coordinator.welcome = coordinator.welcome.toBuilder()
                .setIntervalMillis(-5)
                .setLeaseMillis(0)
                .build();
        session.step();
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
        assertThat(session.step().mostNanos()).isEqualTo(MILLISECONDS.toNanos(50));
        await().until(() -> reports.hasEnd(3));
        session.step();
        assertThat(coordinator.last().getEndedList())
                .extracting(MigrationEnd::getFailure)
                .contains(
                        "this node has no finished replica of the block",
                        "this node has no storage 'DS-9'",
                        "called off",
                        "");
        assertThat(coordinator.last().getRunningList()).isEqualTo(java.util.List.<Running>of());
    }

    @Test
    void saysWhichWatchListItHas() throws IOException {
        session.step();
        coordinator.replies.add(ExchangeReply.newBuilder()
                .addWatch(blocks.add(1))
                .setWatchSerial(5)
                .build());
        session.step();
        assertThat(coordinator.last().getWatchSerial()).isZero();
        coordinator.silent = true;
        session.step();
        coordinator.silent = false;
        coordinator.replies.add(ExchangeReply.newBuilder().setRegister(true).build());
        session.step();
        assertThat(coordinator.last().getWatchSerial()).isEqualTo(5);
        session.step();
        session.step();
        assertThat(coordinator.last().getWatchSerial()).as("a new session").isZero();
    }

    @Test
    void triesMoreAndMoreSeldom() {
        coordinator.silent = true;
        long first = session.step().mostNanos();
        assertThat(session.step().mostNanos()).isCloseTo(2 * first, within(2L));
        for (int i = 0; i < 20; i++) {
            session.step();
        }
        assertThat(session.step().mostNanos()).isBetween(SECONDS.toNanos(22), SECONDS.toNanos(38));
    }
}
