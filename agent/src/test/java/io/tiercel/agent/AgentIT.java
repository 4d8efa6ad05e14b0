package io.tiercel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.agent.Agent.AgentIdentity;
import io.tiercel.agent.curve.CurveSettings;
import io.tiercel.agent.migrate.ReadSettings;
import io.tiercel.linux.IoPriority;
import io.tiercel.linux.LockLimit;
import io.tiercel.linux.PageCacheFiles;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.ResidenceState;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Agents with all their threads, real files, a coordinator behind a real connection; locked memory as the kernel counts it. */
class AgentIT {
    private static final int LENGTH = 9 << 20;
    private static final long LEASE_MILLIS = 1_500;

    private final long lockedBefore = LockLimit.read().locked();
    private Blocks blocks;

    @BeforeEach
    void mayLock() throws IOException {
        assumeThat(LockLimit.read().allows(64 << 20))
                .as("the right to lock memory")
                .isTrue();
        blocks = Blocks.onDisk();
    }

    private Agent agent(int port, long budget) {
        AgentSettings settings = new AgentSettings(
                Optional.of("127.0.0.1:" + port),
                new MemorySettings(budget, 0, 100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                0.004,
                new ReadSettings(IoPriority.IDLE, Duration.ofMinutes(1)),
                CurveSettings.OFF);
        return Agent.start(
                settings,
                new AgentIdentity("uuid", "node", "test", false),
                blocks,
                Endpoint.parse(settings.coordinator().orElseThrow()),
                ChannelSecurity.nameless());
    }

    private long locked() {
        return LockLimit.read().locked() - lockedBefore;
    }

    private static MigrationEnd end(RemoteFake coordinator, long migration) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> coordinator.ended.stream().anyMatch(end -> end.getMigration() == migration));
        return coordinator.ended.stream()
                .filter(end -> end.getMigration() == migration)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void pinsUnpinsAndLeavesNothing() throws IOException {
        blocks.add(1, LENGTH);
        blocks.add(2, LENGTH);
        try (RemoteFake coordinator = new RemoteFake(0, 100, LEASE_MILLIS);
                Agent agent = agent(coordinator.port(), 64 << 20)) {
            coordinator.migrate(Blocks.order(1, 1));
            coordinator.migrate(Blocks.order(2, 2));
            assertThat(end(coordinator, 1).getDone()).isTrue();
            assertThat(end(coordinator, 2).getBytes()).isEqualTo(LENGTH);
            assertThat(locked()).isEqualTo(2 * LENGTH);
            PageCacheFiles.evict(blocks.file(1));
            assertThat(new PageCacheQuery().residentBytes(blocks.file(1), LENGTH))
                    .isEqualTo(LENGTH);
            assertThat(coordinator.exchanged)
                    .anySatisfy(request ->
                            assertThat(request.getRoom(0).getBytesPerSecond()).isPositive());

            coordinator.order(ExchangeReply.newBuilder().addUnpin(Blocks.id(1)).build());
            await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.exchanged.stream()
                    .anyMatch(request -> request.getUnpinnedList().contains(Blocks.id(1))));
            assertThat(locked()).isEqualTo(LENGTH);

            blocks.remove(2);
            await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.exchanged.stream()
                    .anyMatch(request -> request.getUnpinnedList().contains(Blocks.id(2))));
            assertThat(locked()).isZero();
            assertThat(agent).isNotNull();
        }
    }

    @Test
    void givesEverythingBackWhenTheCoordinatorIsGoneAndTakesOrdersOfTheNext() throws IOException {
        blocks.add(1, LENGTH);
        RemoteFake first = new RemoteFake(0, 100, LEASE_MILLIS);
        try (Agent agent = agent(first.port(), 64 << 20)) {
            first.migrate(Blocks.order(1, 1));
            end(first, 1);
            assertThat(locked()).isEqualTo(LENGTH);
            first.close();
            long began = System.nanoTime();
            await().atMost(Duration.ofMinutes(1)).until(() -> locked() == 0);
            assertThat(System.nanoTime() - began)
                    .isGreaterThan(Duration.ofMillis(LEASE_MILLIS / 2).toNanos());
            try (RemoteFake second = new RemoteFake(first.port(), 100, LEASE_MILLIS)) {
                second.migrate(Blocks.order(1, 1));
                assertThat(end(second, 1).getDone()).isTrue();
                assertThat(second.registered.get(0).getHeldList()).isEmpty();
                assertThat(agent).isNotNull();
            }
        }
        assertThat(locked()).isZero();
    }

    @Test
    void handsOverWhatItHoldsToACoordinatorThatIsBackInTime() throws IOException {
        blocks.add(1, LENGTH);
        RemoteFake first = new RemoteFake(0, 100, 60_000);
        try (Agent agent = agent(first.port(), 64 << 20)) {
            first.migrate(Blocks.order(1, 1));
            end(first, 1);
            first.close();
            try (RemoteFake second = new RemoteFake(first.port(), 100, 60_000)) {
                await().atMost(Duration.ofMinutes(1)).until(() -> !second.registered.isEmpty());
                assertThat(second.registered.get(0).getHeld(0).getBlock()).isEqualTo(Blocks.id(1));
                assertThat(locked()).isEqualTo(LENGTH);
                assertThat(agent).isNotNull();
            }
        }
        assertThat(locked()).isZero();
    }

    @Test
    void withABudgetOfZeroItPinsNothingAndWatches() throws IOException {
        BlockId block = blocks.add(1, LENGTH);
        try (RemoteFake coordinator = new RemoteFake(0, 100, LEASE_MILLIS);
                Agent agent = agent(coordinator.port(), 0)) {
            coordinator.migrate(Blocks.order(1, 1));
            assertThat(end(coordinator, 1).getFailure()).startsWith("no room");
            assertThat(coordinator.registered.get(0).getPins()).isFalse();
            coordinator.order(ExchangeReply.newBuilder().addWatch(block).build());
            await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.exchanged.size() > 20);
            assertThat(coordinator.cached).isEmpty();
            Files.readAllBytes(blocks.file(1));
            await().atMost(Duration.ofMinutes(1)).until(() -> !coordinator.cached.isEmpty());
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> coordinator
                                    .cached
                                    .get(coordinator.cached.size() - 1)
                                    .getResidentBytes()
                            == LENGTH);
            PageCacheFiles.evict(blocks.file(1));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> coordinator
                                    .cached
                                    .get(coordinator.cached.size() - 1)
                                    .getState()
                            == ResidenceState.GONE);
            assertThat(agent).isNotNull();
        }
    }

    /** Runs the agent in a process of its own that may lock 64 KiB and no more. */
    @Test
    void withoutTheRightToLockItReadsIntoThePageCacheAndSaysWhatToDo() throws Exception {
        assumeThat(Path.of("/usr/bin/prlimit")).exists();
        assumeThat(Path.of("/usr/bin/setpriv")).exists();
        try (RemoteFake coordinator = new RemoteFake(0, 100, 60_000)) {
            Path file = PageCacheFiles.write(PageCacheFiles.directory().resolve("blk_1"), LENGTH);
            PageCacheFiles.evict(file);
            Path log = file.resolveSibling("log");
            Process process = new ProcessBuilder(command(coordinator.port(), file.getParent()))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            try {
                coordinator.migrate(Blocks.order(1, 1));
                MigrationEnd end = end(coordinator, 1);
                assertThat(end.getFailure()).isEmpty();
                assertThat(end.getBytes()).isEqualTo(LENGTH);
                assertThat(new PageCacheQuery().residentBytes(file, LENGTH)).isEqualTo(LENGTH);
                assertThat(coordinator.registered.get(0).getPins()).isFalse();
                assertThat(Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")))
                        .anyMatch(line -> line.matches("VmLck:\\s+0 kB"));
                assertThat(Files.readString(log)).containsOnlyOnce("LimitMEMLOCK=");
                PageCacheFiles.evict(file);
                await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.exchanged.stream()
                        .anyMatch(request -> request.getUnpinnedList().contains(Blocks.id(1))));
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static List<String> command(int port, Path directory) {
        List<String> command = new ArrayList<>(List.of("/usr/bin/prlimit", "--memlock=65536:65536"));
        if (LockLimit.read().capable()) {
            command.addAll(List.of("/usr/bin/setpriv", "--bounding-set", "-ipc_lock", "--inh-caps", "-ipc_lock"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LimitedAgent.class.getName(),
                Integer.toString(port),
                directory.toString(),
                Integer.toString(LENGTH)));
        return command;
    }
}
