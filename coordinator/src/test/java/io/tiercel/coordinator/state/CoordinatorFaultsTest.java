package io.tiercel.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.coordinator.FakeFiles;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.JobRegistry.Read;
import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.BlockCounts;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Running;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Refused, late, repeated and excessive messages, and pauses of the coordinator. */
class CoordinatorFaultsTest {
    private static final long MB = 1 << 20;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration AGENT_LEASE = Duration.ofSeconds(30);
    private static final Duration LINGER = Duration.ofSeconds(20);
    private static final int MOST_BLOCKS = 2_000;

    private final FakeTime time = new FakeTime();
    private final FakeFiles files = new FakeFiles();
    private final CoordinatorState state = new CoordinatorState(
            new StateSettings(
                    new MigrationSettings(
                            SECOND.toNanos(),
                            Duration.ofSeconds(60).toNanos(),
                            0,
                            EstimatorSettings.DEFAULT,
                            AGENT_LEASE.toNanos()),
                    "dyrs",
                    "ageing",
                    Duration.ofHours(1).toNanos(),
                    MOST_BLOCKS,
                    1 << 30,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    LINGER.toNanos()),
            time.clock(),
            1);

    private void hint(ResolvedFile file, HintMark mark) {
        state.hint(
                new JobId("alice", "job"),
                List.of(file),
                new CoordinatorState.Terms(EvictionMode.IMPLICIT, OptionalLong.empty(), OptionalLong.empty(), mark));
    }

    private BlockCounts counts() {
        return state.status().getJobs(0).getBlocks();
    }

    private static Map<BlockId, List<String>> blocks(int first, int count) {
        Map<BlockId, List<String>> blocks = new LinkedHashMap<>();
        for (int i = first; i < first + count; i++) {
            blocks.put(new BlockId("pool", i, 1), List.of());
        }
        return blocks;
    }

    @Test
    void aRefusedWatcherThatGoesOnAskingLeavesNothingBehind() {
        ResidencyFeed refused = new ResidencyFeed("alice");
        assertThatThrownBy(() -> state.watch(refused, blocks(0, MOST_BLOCKS + 1)))
                .isInstanceOf(RefusedCallException.class);
        state.close(refused);

        state.watch(refused, blocks(5_000, 500));
        state.unwatch(refused, List.copyOf(blocks(5_000, 1).keySet()));
        time.pass(LINGER.plus(SECOND));
        state.tick();

        assertThat(state.blocks()).isZero();
        state.watch(new ResidencyFeed("alice"), blocks(0, MOST_BLOCKS));
    }

    @Test
    void aPauseAfterTheStartGivesNoHintUp() {
        hint(files.write("/f", 1, MB, "n1"), HintMark.NONE);

        Duration pause = AGENT_LEASE.plusSeconds(10);
        time.pass(pause);
        state.extendLeases(pause.minus(SECOND).toNanos());
        state.tick();

        assertThat(counts().getPending()).isEqualTo(1);
    }

    @Test
    void anAgentThatComesLateBringsInWhatWasGivenUpForWantOfIt() {
        ResolvedFile file = files.write("/f", 2, MB, "n1");
        hint(file, HintMark.NONE);
        time.pass(AGENT_LEASE.plus(SECOND));
        state.tick();
        assertThat(counts().getFailed()).isEqualTo(2);

        FakeAgent agent = new FakeAgent(state, "n1", 100 * MB, true).register();

        assertThat(counts().getPending()).isEqualTo(2);
        assertThat(agent.exchange().migrate()).isNotEmpty();
    }

    @Test
    void aReadEndsNoHintThatAnotherSessionHasMadeSince() {
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        List<BlockId> block = List.of(file.blocks().get(0).id());
        long before = state.now();
        time.pass(SECOND);
        hint(file, HintMark.at(state.now()));
        time.pass(SECOND);

        assertThat(read(block, new HintMark(7, 3, before))).isZero();
        assertThat(counts().getPending()).isEqualTo(1);
        assertThat(read(block, new HintMark(7, 3, state.now()))).isEqualTo(1);
    }

    /** After a restart a session repeats its hints all at once, and its reads, each under its hint's number. */
    @Test
    void repeatedHintsThatOvertakeEachOtherKeepTheLatest() {
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        List<BlockId> block = List.of(file.blocks().get(0).id());
        hint(file, new HintMark(7, 5, state.now()));
        hint(file, new HintMark(7, 3, state.now()));

        assertThat(read(block, new HintMark(7, 3, state.now()))).isZero();
        assertThat(read(block, new HintMark(7, 5, state.now()))).isEqualTo(1);
    }

    @Test
    void oneAgentGetsAThousandMigrationsAtMostWhateverItAsksFor() {
        long session = state.register(agent(1), Optional.empty());
        hint(files.write("/f", MOST_BLOCKS, 1, "n1"), HintMark.NONE);
        ExchangeRequest greedy = ExchangeRequest.newBuilder()
                .setNode("n1")
                .setSession(session)
                .setBudgetBytes(100 * MB)
                .addRoom(Room.newBuilder().setStorage("n1-disk").setMigrations(Integer.MAX_VALUE))
                .build();

        assertThat(state.exchange(greedy, Optional.empty()).getMigrateCount()).isEqualTo(1_000);
        time.pass(SECOND);
        assertThat(state.exchange(greedy, Optional.empty()).getMigrateCount()).isEqualTo(1_000);
    }

    @Test
    void anAgentWithTooManyDevicesIsRefused() {
        assertThatThrownBy(() -> state.register(agent(1_001), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("devices: expected at most 1000, got 1001");
    }

    private ExchangeRequest.Builder said(long session) {
        return ExchangeRequest.newBuilder().setNode("n1").setSession(session).setBudgetBytes(100 * MB);
    }

    @Test
    void anAgentThatReportsMoreThanAnyHasIsRefused() {
        long session = state.register(agent(1), Optional.empty());
        ExchangeRequest.Builder running = said(session);
        ExchangeRequest.Builder ended = said(session);
        ExchangeRequest.Builder unpinned = said(session);
        for (int i = 0; i <= 100_000; i++) {
            running.addRunning(Running.newBuilder().setMigration(i));
            ended.addEnded(MigrationEnd.newBuilder().setMigration(i));
            unpinned.addUnpinned(Translation.block(new BlockId("pool", i, 1)));
        }

        for (ExchangeRequest.Builder each : List.of(running, ended, unpinned)) {
            assertThatThrownBy(() -> state.exchange(each.build(), Optional.empty()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected at most 100000, got 100001");
        }
        assertThatThrownBy(() -> state.register(
                        agent(1).toBuilder().setHost("h".repeat(256)).build(), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("host: expected at most 255 characters, got 256");
        assertThat(state.exchange(said(session).build(), Optional.empty()).getRegister())
                .isFalse();
    }

    @Test
    void theReasonOfAFailureIsKeptToALength() {
        FakeAgent one = new FakeAgent(state, "n1", 100 * MB, true).register();
        hint(files.write("/f", 1, MB, "n1"), HintMark.NONE);
        ProgressFeed feed = state.follow(new JobId("alice", "job")).orElseThrow();
        one.exchange();
        one.fail("x".repeat(1 << 20));
        one.exchange();

        assertThat(state.drain(feed).orElseThrow().message().getFailures(0).getReason())
                .endsWith("x…")
                .hasSizeLessThan(700);
    }

    /** It never says the serial of an answer. */
    @Test
    void anAgentThatMakesUpBlocksTakesABoundedPart() {
        WatchOrders orders = new WatchOrders();
        BlockId first = new BlockId("pool", -1, 1);
        BlockId wanted = new BlockId("pool", -2, 1);
        orders.unwatchUnknown(first);
        assertThat(orders.next(99).unwatch()).containsExactly(first);
        for (int i = 0; i < 300_000; i++) {
            orders.unwatchUnknown(new BlockId("pool", i, 1));
            orders.next(99);
        }
        orders.watch(wanted);

        int ends = 0;
        List<BlockId> watch = new ArrayList<>();
        for (WatchOrders.Batch batch = orders.next(1); !isEmpty(batch); batch = orders.next(batch.serial())) {
            ends += batch.unwatch().size();
            watch.addAll(batch.watch());
        }
        assertThat(ends).isEqualTo(200_000);
        assertThat(watch).containsExactly(wanted);
    }

    /** As when a query over very many blocks ends: an agent must not watch them for ever. */
    @Test
    void everyWatchThatTheAgentWasToldOfEnds() {
        WatchOrders orders = new WatchOrders();
        Set<BlockId> watched = new HashSet<>();
        for (int i = 0; i < 250_000; i++) {
            orders.watch(new BlockId("pool", i, 1));
        }
        obey(orders, watched);
        assertThat(watched).hasSize(250_000);

        for (int i = 0; i < 250_000; i++) {
            orders.unwatchUnknown(new BlockId("pool", i - 300_000, 1));
            orders.unwatch(new BlockId("pool", i, 1));
        }
        obey(orders, watched);

        assertThat(watched).isEmpty();
    }

    /** Else an agent that never confirms would be owed the ends of all watches that ever were. */
    @Test
    void aWatchThatEndsBeforeTheAgentWasToldIsNotMentioned() {
        WatchOrders orders = new WatchOrders();
        BlockId block = new BlockId("pool", 1, 1);
        BlockId other = new BlockId("pool", 2, 1);
        orders.watch(block);
        orders.unwatch(block);
        assertThat(isEmpty(orders.next(1))).isTrue();

        Set<BlockId> watched = new HashSet<>();
        orders.watch(block);
        orders.watch(other);
        obey(orders, watched);
        orders.unwatch(block);
        orders.watch(block);
        orders.unwatch(other);
        orders.watch(other);
        orders.unwatch(other);
        obey(orders, watched);

        assertThat(watched).as("told, called off, told again, called off").containsExactly(block);
    }

    /** Until nothing is left to say. */
    private static void obey(WatchOrders orders, Set<BlockId> watched) {
        WatchOrders.Batch batch = orders.next(1);
        while (!isEmpty(batch)) {
            watched.addAll(batch.watch());
            batch.unwatch().forEach(watched::remove);
            batch = orders.next(batch.serial());
        }
    }

    private static boolean isEmpty(WatchOrders.Batch batch) {
        return batch.watch().isEmpty() && batch.unwatch().isEmpty();
    }

    @Test
    void anAgentThatIsAliveIsItsPrincipals() {
        Optional<String> own = Optional.of("dn/n1.example@REALM");
        Optional<String> other = Optional.of("dn/evil.example@REALM");
        long session = state.register(agent(1), own);
        ExchangeRequest said = ExchangeRequest.newBuilder()
                .setNode("n1")
                .setSession(session)
                .setBudgetBytes(100 * MB)
                .build();

        for (Optional<String> each : List.of(other, Optional.<String>empty())) {
            assertThatThrownBy(() -> state.register(agent(1), each))
                    .isInstanceOf(RefusedCallException.class)
                    .hasMessage("another principal has registered the agent of n1");
            assertThatThrownBy(() -> state.exchange(said, each)).isInstanceOf(RefusedCallException.class);
        }
        assertThat(state.exchange(said, own).getRegister()).isFalse();

        assertThat(state.register(agent(1), own)).as("it may register anew").isGreaterThan(session);
        time.pass(AGENT_LEASE.plus(SECOND));
        state.tick();
        state.register(agent(1), other);
    }

    @Test
    void anAgentThatIsDeadForADayIsForgotten() {
        state.register(agent(1), Optional.empty());
        time.pass(AGENT_LEASE.plus(SECOND));
        assertThat(state.tick().agents()).containsExactly("n1.example");
        time.pass(Duration.ofDays(1).minus(SECOND));
        state.tick();
        assertThat(state.status().getAgentsCount()).isEqualTo(1);

        time.pass(SECOND);
        state.tick();
        assertThat(state.status().getAgentsCount()).isZero();
        long session = state.register(agent(1), Optional.empty());
        assertThat(session).isPositive();
        time.pass(Duration.ofDays(2));
        assertThat(state.status().getAgentsCount()).isEqualTo(1);
    }

    /** An agent of incredible speed. Its first device has the replicas. */
    private static RegisterRequest agent(int devices) {
        RegisterRequest.Builder request = RegisterRequest.newBuilder()
                .setNode("n1")
                .setHost("n1.example")
                .setBudgetBytes(100 * MB)
                .setPins(true);
        for (int i = 0; i < devices; i++) {
            request.addDevices(Device.newBuilder()
                    .setStorage(i == 0 ? "n1-disk" : "disk " + i)
                    .setStorageType("DISK")
                    .setBytesPerSecond(9e14));
        }
        return request.build();
    }

    private int read(List<BlockId> blocks, HintMark mark) {
        return state.read(
                new JobId("alice", "job"),
                blocks.stream().map(block -> new Read(block, true, mark)).toList());
    }
}
