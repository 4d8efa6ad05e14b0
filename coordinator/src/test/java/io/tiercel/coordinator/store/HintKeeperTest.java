package io.tiercel.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.coordinator.FakeFiles;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.Held;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.StoredHint;
import io.tiercel.protocol.StoredHints;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Hints of an earlier coordinator, before its agents have joined this one. */
class HintKeeperTest {
    private static final JobId JOB = new JobId("alice", "job");

    private long nanos = 1_000_000_000L;
    private final FakeFiles files = new FakeFiles();
    private final CoordinatorState state = new CoordinatorState(
            settings().state(), new Clock(() -> nanos, () -> Instant.ofEpochMilli(nanos / 1_000_000)), 1);
    private final DetachedHints hints = new DetachedHints(() -> nanos / 1_000_000);
    private final MemoryStore store = new MemoryStore();
    private final HintKeeper keeper = new HintKeeper(store, hints, state, new BrokenFiles(), () -> nanos / 1_000_000);

    /** Whose hints were looked up, and for what. */
    private final List<String> walked = new ArrayList<>();

    /** Nanoseconds that it takes to look one up. */
    private long walkTakes;

    private static CoordinatorSettings settings() {
        try {
            return CoordinatorSettings.read(Map.of());
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class MemoryStore implements HintStore {
        private StoredHints kept = StoredHints.getDefaultInstance();
        private int writes;

        @Override
        public StoredHints read() {
            return kept;
        }

        @Override
        public void write(StoredHints all) {
            kept = all;
            writes++;
        }
    }

    /** Does not answer for one path. */
    private final class BrokenFiles implements FileResolver {
        @Override
        public void walk(Caller caller, List<PathSelection> selections, BooleanSupplier abandoned, Windows windows)
                throws IOException {
            walked.add(caller.user() + " " + selections.get(0).path());
            nanos += walkTakes;
            if (selections.get(0).path().equals("/broken")) {
                throw new IOException("no answer, says the test");
            }
            files.walk(caller, selections, abandoned, windows);
        }

        @Override
        public List<SourceFile> outdated(String user, List<SourceFile> versions) {
            return files.outdated(user, versions);
        }

        @Override
        public Set<BlockId> readable(Caller caller, Collection<BlockId> blocks, BooleanSupplier abandoned) {
            return files.readable(caller, blocks, abandoned);
        }

        @Override
        public void close() {}
    }

    private static StoredHint stored(String user, String path) {
        return StoredHint.newBuilder()
                .setUser(user)
                .setJob("job")
                .addData(selection(path))
                .setLeaseEndsMillis(10_000_000)
                .build();
    }

    private static Selection selection(String path) {
        return Selection.newBuilder().setPath(path).build();
    }

    private void keep(String... paths) {
        StoredHints.Builder all = StoredHints.newBuilder();
        for (String path : paths) {
            all.addHints(StoredHint.newBuilder()
                    .setUser("alice")
                    .setJob("job")
                    .addData(selection(path))
                    .setLeaseEndsMillis(1_000_000));
        }
        store.kept = all.build();
    }

    /** An agent that does not have the disk, because it looked before the DataNode was ready. */
    private RegisterRequest.Builder early() {
        return RegisterRequest.newBuilder()
                .setNode("n1")
                .setHost("n1.example")
                .setBudgetBytes(1 << 24)
                .setPins(true);
    }

    private void agentJoins() {
        state.register(
                early().addDevices(Device.newBuilder().setStorage("n1-disk").setStorageType("DISK"))
                        .build(),
                Optional.empty());
    }

    private void pass(long seconds) {
        for (long i = 0; i < 2 * seconds; i++) {
            nanos += 500_000_000;
            keeper.run();
        }
    }

    private long wanted() {
        return state.status().getJobsList().stream()
                .mapToLong(job -> job.getBlocks().getWanted())
                .sum();
    }

    @Test
    void aHintComesBackOnceItsAgentHasJoined() {
        files.write("/f", 3, 1 << 20, "n1");
        state.register(early().build(), Optional.empty());
        keep("/f");
        pass(5);
        assertThat(wanted()).isZero();
        agentJoins();
        pass(40);
        assertThat(wanted()).isEqualTo(3);
    }

    /** The hints take longer than the lease of a block that nobody claims. */
    @Test
    void whatAgentsHoldWaitsForHintsThatWereNotTriedYet() {
        RegisterRequest.Builder agent =
                early().addDevices(Device.newBuilder().setStorage("n1-disk").setStorageType("DISK"));
        for (String path : List.of("/wanted", "/unwanted")) {
            BlockId block = files.write(path, 1, 1 << 20, "n1").blocks().get(0).id();
            agent.addHeld(Held.newBuilder()
                    .setBlock(Translation.block(block))
                    .setStorage("n1-disk")
                    .setBytes(1 << 20));
        }
        ExchangeRequest heartbeat = ExchangeRequest.newBuilder()
                .setNode("n1")
                .setBudgetBytes(agent.getBudgetBytes())
                .setSession(state.register(agent.build(), Optional.empty()))
                .build();
        Set<io.tiercel.protocol.BlockId> unpinned = new LinkedHashSet<>();
        files.meanwhile = () -> {
            for (int second = 0; second < 100; second++) {
                nanos += 1_000_000_000;
                state.tick();
                unpinned.addAll(state.exchange(heartbeat, Optional.empty()).getUnpinList());
            }
        };
        keep("/slow", "/wanted");
        keeper.run();
        keeper.run();
        assertThat(walked).containsExactly("alice /slow", "alice /wanted");
        assertThat(unpinned).isEmpty();

        files.meanwhile.run();
        assertThat(unpinned).containsExactly(agent.getHeld(1).getBlock());
    }

    @Test
    void whatIsReleasedMeanwhileDoesNotComeBack() {
        files.write("/f", 3, 1 << 20, "n1");
        state.register(early().build(), Optional.empty());
        keep("/f");
        pass(2);
        state.release(JOB, List.of());
        hints.release(JOB, List.of());
        agentJoins();
        pass(70);
        assertThat(wanted()).isZero();
        assertThat(state.status().getJobsList()).extracting(JobState::getJob).isEmpty();
        assertThat(store.kept.getHintsList()).isEmpty();
    }

    @Test
    void aHintThatHdfsDoesNotAnswerHoldsNoOtherUp() {
        files.write("/f", 3, 1 << 20, "n1");
        agentJoins();
        keep("/broken", "/f");
        pass(3);
        assertThat(wanted()).isEqualTo(3);
        hints.renew(JOB, 50_000);
        long ends = nanos / 1_000_000 + 50_000;
        pass(1);
        assertThat(store.kept.getHintsList())
                .as("changes are kept all the time")
                .extracting(StoredHint::getLeaseEndsMillis)
                .containsExactly(ends, ends);
    }

    /** Each hint takes half a minute. */
    @Test
    void usersTakeTurnsAndChangesAreKeptInBetween() {
        walkTakes = 30_000_000_000L;
        store.kept = StoredHints.newBuilder()
                .addHints(stored("alice", "/a1"))
                .addHints(stored("alice", "/a2"))
                .addHints(stored("alice", "/a3"))
                .addHints(stored("bob", "/b1"))
                .addHints(stored("bob", "/b2"))
                .addHints(stored("carol", "/c1"))
                .build();
        keeper.run();
        assertThat(walked).as("a run ends after a hint that takes long").containsExactly("alice /a1");
        hints.add(new JobId("dave", "job"), request("/d"), 1_000_000);
        keeper.run();
        assertThat(store.kept.getHintsList())
                .extracting(StoredHint::getUser)
                .as("kept before all are back")
                .contains("dave");
        for (int i = 0; i < 10; i++) {
            keeper.run();
        }
        assertThat(walked).containsExactly("alice /a1", "bob /b1", "carol /c1", "alice /a2", "bob /b2", "alice /a3");
    }

    /** Each takes a second, and meanwhile the job's lease is renewed. */
    @Test
    void changesAreKeptBetweenTheHintsOfARun() {
        walkTakes = 1_000_000_000L;
        store.kept = StoredHints.newBuilder()
                .addHints(stored("alice", "/a1"))
                .addHints(stored("alice", "/a2"))
                .addHints(stored("alice", "/a3"))
                .addHints(stored("alice", "/a4"))
                .build();
        files.meanwhile = () -> hints.renew(JOB, 7_000_000);
        keeper.run();
        assertThat(walked).containsExactly("alice /a1", "alice /a2", "alice /a3", "alice /a4");
        assertThat(store.writes).isEqualTo(4);
        assertThat(store.kept.getHints(0).getLeaseEndsMillis()).isEqualTo(7_005_000);
    }

    @Test
    void aChangeIsKeptAtOnceAndManyTogether() {
        for (int i = 1; i <= 5; i++) {
            hints.add(JOB, request("/" + i), 1_000_000);
            keeper.run();
            assertThat(store.kept.getHintsCount()).isEqualTo(i);
        }
        for (int i = 0; i < 100; i++) {
            hints.renew(JOB, 1_000_000);
            pass(1);
        }
        assertThat(store.writes).as("ten, and one in five seconds").isBetween(28, 31);
        hints.release(JOB, List.of());
        pass(5);
        assertThat(store.kept.getHintsList()).isEmpty();

        pass(60);
        int before = store.writes;
        hints.add(JOB, request("/later"), 1_000_000);
        keeper.run();
        assertThat(store.writes).as("nothing has changed, and now it has").isEqualTo(before + 1);
        hints.release(JOB, List.of());
        keeper.run();
        assertThat(store.kept.getHintsList()).as("at once again").isEmpty();
    }

    private static PrefetchRequest request(String path) {
        return PrefetchRequest.newBuilder().addData(selection(path)).build();
    }
}
