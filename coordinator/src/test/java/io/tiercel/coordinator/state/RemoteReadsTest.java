package io.tiercel.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.coordinator.FakeFiles;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ReplicaPlace;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.model.BlockId;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RemoteReadsTest {
    private static final long MB = 1 << 20;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeTime time = new FakeTime();
    private final FakeFiles files = new FakeFiles();
    private final CoordinatorState state = new CoordinatorState(
            new StateSettings(
                    new MigrationSettings(
                            SECOND.toNanos(),
                            60 * SECOND.toNanos(),
                            0,
                            EstimatorSettings.DEFAULT,
                            30 * SECOND.toNanos()),
                    "dyrs",
                    "ageing",
                    60 * SECOND.toNanos(),
                    1_000,
                    1 << 30,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    0),
            time.clock(),
            1);

    private FakeAgent agent(boolean pins) {
        return new FakeAgent(state, "n1", 100 * MB, pins).register();
    }

    private void bringIn(FakeAgent agent, ResolvedFile file) {
        hint(file);
        agent.exchange();
        agent.work(1_000_000);
        agent.exchange();
    }

    private void hint(ResolvedFile file) {
        state.hint(
                new JobId("alice", "job"),
                List.of(file),
                new CoordinatorState.Terms(
                        EvictionMode.EXPLICIT, OptionalLong.empty(), OptionalLong.empty(), HintMark.NONE));
    }

    /** A file of one block of which n2 has a replica on a storage of that type. */
    private ResolvedFile alsoOn(String storageType) {
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        FileBlock block = file.blocks().get(0);
        return new ResolvedFile(
                file.version(),
                List.of(new FileBlock(
                        block.id(),
                        0,
                        MB,
                        List.of(FakeFiles.on("n1"), new ReplicaPlace("n2", "n2.example", "n2-other", storageType)))));
    }

    private List<PinnedReplicas> pins(BlockId... blocks) {
        return List.of(new PinnedReplicas("n1", "n1.example", List.of(blocks)));
    }

    @Test
    void saysOnceWhatIsPinnedAndOnceThatItIsGone() {
        state.directReads(RemoteReads.OVER_HDD, 64);
        FakeAgent one = agent(true);
        ResolvedFile file = alsoOn("ARCHIVE");
        state.changedPins(10);
        bringIn(one, file);

        assertThat(state.changedPins(10)).isEqualTo(pins(file.blocks().get(0).id()));
        assertThat(state.changedPins(10)).isEmpty();
        state.release(new JobId("alice", "job"), List.of());
        assertThat(state.changedPins(10)).isEqualTo(pins());
        assertThat(state.changedPins(10)).isEmpty();
    }

    @Test
    void aNodeThatServesManyGetsNoMoreUntilItServesHalfAsMany() {
        state.directReads(RemoteReads.ALWAYS, 64);
        FakeAgent one = agent(true);
        ResolvedFile file = alsoOn("ARCHIVE");
        bringIn(one, file);
        assertThat(state.changedPins(10)).isEqualTo(pins(file.blocks().get(0).id()));

        one.readers = 64;
        one.exchange();
        assertThat(state.changedPins(10)).isEqualTo(pins());
        one.readers = 33;
        one.exchange();
        assertThat(state.changedPins(10)).isEmpty();
        one.readers = 32;
        one.exchange();
        assertThat(state.changedPins(10)).isEqualTo(pins(file.blocks().get(0).id()));
    }

    /** Room for three blocks of the one, and for four of both. */
    @Test
    void listsAreBoundedAndWhatIsOnThemStays() {
        state.directReads(RemoteReads.ALWAYS, new PinnedReplicaLists.Bounds(3, 4, 64));
        FakeAgent one = agent(true);
        FakeAgent two = new FakeAgent(state, "n2", 100 * MB, true).register();
        ResolvedFile first = files.write("/first", 5, MB, "n1");
        bringInAll(one, first);

        List<BlockId> told = told("n1");
        assertThat(told).hasSize(3);
        bringInAll(two, files.write("/second", 5, MB, "n2"));
        assertThat(told("n2")).hasSize(1);
        bringInAll(one, files.write("/third", 1, MB, "n1"));
        assertThat(state.changedPins(10)).isEmpty();

        state.allPinsAgain();
        List<PinnedReplicas> again = state.changedPins(10);
        assertThat(again).hasSize(2);
        assertThat(again.get(0).blocks()).containsExactlyInAnyOrderElementsOf(told);
        assertThat(again.get(1).blocks()).hasSize(1);
    }

    private List<BlockId> told(String node) {
        return state.changedPins(10).stream()
                .filter(pins -> pins.node().equals(node))
                .reduce((earlier, later) -> later)
                .map(PinnedReplicas::blocks)
                .orElseThrow();
    }

    private void bringInAll(FakeAgent agent, ResolvedFile file) {
        hint(file);
        for (int i = 0; i < 20; i++) {
            time.pass(SECOND);
            agent.exchange();
            agent.work(1_000_000);
        }
        agent.exchange();
    }

    @Test
    void anSsdElsewhereIsReadRatherThanMemoryElsewhere() {
        state.directReads(RemoteReads.OVER_HDD, 64);
        FakeAgent one = agent(true);
        state.changedPins(10);
        bringIn(one, alsoOn("SSD"));

        assertThat(state.changedPins(10)).isEmpty();
    }

    @Test
    void allAreSentWhereThatIsAskedFor() {
        ResolvedFile file = alsoOn("SSD");
        bringIn(agent(true), file);
        state.directReads(RemoteReads.ALWAYS, 64);

        assertThat(state.changedPins(10)).isEqualTo(pins(file.blocks().get(0).id()));
    }

    @Test
    void nobodyIsSentToWhatTheKernelMayTakeBack() {
        state.directReads(RemoteReads.ALWAYS, 64);
        FakeAgent one = agent(false);
        state.changedPins(10);
        bringIn(one, alsoOn("DISK"));

        assertThat(state.changedPins(10)).isEmpty();
    }

    @Test
    void nobodyIsSentToAnAgentThatIsLost() {
        state.directReads(RemoteReads.OVER_HDD, 64);
        FakeAgent one = agent(true);
        bringIn(one, alsoOn("DISK"));
        state.changedPins(10);

        time.pass(SECOND.multipliedBy(31));
        state.tick();

        assertThat(state.changedPins(10)).isEqualTo(pins());
        state.allPinsAgain();
        assertThat(state.changedPins(10)).isEmpty();
    }

    @Test
    void whatARestartedCoordinatorIsToldOfIsUsedOnceItsFileIsKnown() {
        state.directReads(RemoteReads.OVER_HDD, 64);
        ResolvedFile file = alsoOn("DISK");
        FakeAgent one = agent(true);
        one.pinned.put(file.blocks().get(0).id(), MB);
        one.register();
        assertThat(state.changedPins(10)).isEqualTo(pins());

        hint(file);

        assertThat(state.changedPins(10)).isEqualTo(pins(file.blocks().get(0).id()));
        one.register();
        assertThat(state.changedPins(10)).isEqualTo(pins(file.blocks().get(0).id()));
    }
}
