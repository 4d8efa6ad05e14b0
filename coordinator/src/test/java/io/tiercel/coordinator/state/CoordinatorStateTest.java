package io.tiercel.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tiercel.coordinator.FakeFiles;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.JobRegistry.Read;
import io.tiercel.migrate.JobRegistry.ReleaseOutcome;
import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.Migrations.ExpiryResult;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.BlockCounts;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.MigrationState;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidenceState;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.SkipReason;
import io.tiercel.protocol.StatusReply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoordinatorStateTest {
    private static final long MB = 1 << 20;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final StateSettings SETTINGS = new StateSettings(
            new MigrationSettings(
                    SECOND.toNanos(),
                    Duration.ofSeconds(60).toNanos(),
                    0,
                    EstimatorSettings.DEFAULT,
                    Duration.ofSeconds(30).toNanos()),
            "dyrs",
            "ageing",
            Duration.ofHours(1).toNanos(),
            1_000,
            1 << 30,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Duration.ofSeconds(20).toNanos());

    private final FakeTime time = new FakeTime();
    private final FakeFiles files = new FakeFiles();
    private CoordinatorState state = new CoordinatorState(SETTINGS, time.clock(), 1);

    private FakeAgent agent(String node) {
        return new FakeAgent(state, node, 100 * MB, true).register();
    }

    private CoordinatorState.Hinted hint(String job, ResolvedFile file) {
        return hint("alice", job, file, EvictionMode.EXPLICIT);
    }

    private CoordinatorState.Hinted hint(String user, String job, ResolvedFile file, EvictionMode mode) {
        return hint(user, job, file, mode, OptionalLong.empty(), HintMark.NONE);
    }

    private CoordinatorState.Hinted hint(
            String user, String job, ResolvedFile file, EvictionMode mode, OptionalLong lease, HintMark mark) {
        return state.hint(
                new JobId(user, job),
                List.of(file),
                new CoordinatorState.Terms(mode, OptionalLong.empty(), lease, mark));
    }

    /** Rounds in which every agent asks, works and reports. */
    private void rounds(int count, FakeAgent... agents) {
        for (int i = 0; i < count; i++) {
            time.pass(SECOND);
            state.tick();
            for (FakeAgent agent : agents) {
                agent.exchange();
                agent.work(50_000_000);
            }
        }
        for (FakeAgent agent : agents) {
            agent.exchange();
        }
    }

    private BlockCounts counts(String job) {
        return state.status().getJobsList().stream()
                .filter(each -> each.getJob().equals(job))
                .findFirst()
                .orElseThrow()
                .getBlocks();
    }

    /** All of a job's blocks are in memory. */
    private static BlockCounts allResident(int blocks, long bytes) {
        return BlockCounts.newBuilder()
                .setWanted(blocks)
                .setResident(blocks)
                .setWantedBytes(bytes)
                .setResidentBytes(bytes)
                .build();
    }

    private long count(CoordinatorCounter what) {
        return state.counters().get(what);
    }

    private int read(String user, String job, List<BlockId> blocks) {
        return state.read(new JobId(user, job), reads(blocks, true, HintMark.NONE));
    }

    private static List<Read> reads(List<BlockId> blocks, boolean ended, HintMark mark) {
        return blocks.stream().map(block -> new Read(block, ended, mark)).toList();
    }

    private int begun(String user, String job, List<BlockId> blocks) {
        return state.read(new JobId(user, job), reads(blocks, false, HintMark.NONE));
    }

    /** Leases go by the ticker. */
    @Test
    void aClockThatIsSetByAnHourEndsNothing() {
        for (int hours : new int[] {1, -2}) {
            FakeAgent one = agent("n1");
            hint("job", files.write("/f" + hours, 4, MB, "n1"));
            rounds(4, one);
            BlockCounts before = counts("job");
            assertThat(before.getResident()).isPositive();

            time.stepWall(Duration.ofHours(hours));
            rounds(2, one);
            assertThat(counts("job")).isEqualTo(before);
            assertThat(state.status().getAgentsList()).allMatch(agent -> agent.getAlive());
        }
    }

    @Test
    void aHintedFileComesIn() {
        FakeAgent one = agent("n1");
        FakeAgent two = agent("n2");
        ResolvedFile file = files.write("/f", 8, MB, "n1", "n2");

        CoordinatorState.Hinted hinted = hint("job", file);
        rounds(4, one, two);

        assertThat(hinted.blocks()).hasSize(8).allMatch(block -> block.getState() == MigrationState.PENDING);
        assertThat(hinted.skips()).isEmpty();
        assertThat(counts("job")).isEqualTo(allResident(8, 8 * MB));
        assertThat(one.pinned.size() + two.pinned.size()).isEqualTo(8);
        assertThat(one.pinned).isNotEmpty();
        assertThat(two.pinned).isNotEmpty();
        assertThat(state.status().getPendingBytes()).isZero();
        assertThat(count(CoordinatorCounter.MIGRATED_BYTES)).isEqualTo(8 * MB);
    }

    /** Nothing waits for a disk that does not answer if another has the block, however empty its queue is. */
    @Test
    void whatAHungDiskHoldsComesInElsewhereAndElseOnceItAnswers() {
        FakeAgent one = agent("n1");
        FakeAgent two = agent("n2");
        one.hung = true;
        rounds(1, one, two);
        hint("job", files.write("/both", 8, MB, "n1", "n2"));
        hint("job", files.write("/one", 1, MB, "n1"));
        rounds(6, one, two);

        assertThat(two.pinned).hasSize(8);
        assertThat(one.pinned).isEmpty();
        assertThat(counts("job").getPending()).isEqualTo(1);

        one.hung = false;
        rounds(4, one, two);
        assertThat(one.pinned).hasSize(1);
    }

    @Test
    void releasingGivesTheMemoryBack() {
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 3, MB, "n1"));
        rounds(3, one);

        ReleaseOutcome released = state.release(new JobId("alice", "job"), List.of());
        rounds(2, one);

        assertThat(released).isEqualTo(new ReleaseOutcome(3, 3 * MB));
        assertThat(one.pinned).isEmpty();
        assertThat(state.status().getJobsList()).isEmpty();
        assertThat(state.blocks()).isZero();
    }

    @Test
    void partOfAJobsDataCanBeReleased() {
        FakeAgent one = agent("n1");
        hint("job", files.write("/d/a", 2, MB, "n1"));
        hint("job", files.write("/d2/b", 2, MB, "n1"));
        rounds(3, one);

        ReleaseOutcome released = state.release(new JobId("alice", "job"), List.of(new PathSelection("/d", List.of())));
        rounds(2, one);

        assertThat(released.references()).isEqualTo(2);
        assertThat(one.pinned).hasSize(2);
        assertThat(counts("job").getResident()).isEqualTo(2);
    }

    @Test
    void aReadThatHasBegunDropsWhatIsNotInMemoryYet() {
        FakeAgent one = agent("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        ResolvedFile late = files.write("/late", 1, MB, "n1");
        hint("alice", "job", file, EvictionMode.IMPLICIT);
        rounds(3, one);
        hint("alice", "job", late, EvictionMode.IMPLICIT);

        assertThat(begun("alice", "job", List.of(file.blocks().get(0).id()))).isZero();
        assertThat(begun("alice", "job", List.of(late.blocks().get(0).id()))).isEqualTo(1);
        rounds(3, one);

        assertThat(one.pinned).hasSize(1);
        assertThat(counts("job").getWanted()).isEqualTo(1);
    }

    @Test
    void aReadReleasesOnlyWhereTheJobSaidSo() {
        FakeAgent one = agent("n1");
        ResolvedFile file = files.write("/f", 2, MB, "n1");
        hint("alice", "once", file, EvictionMode.IMPLICIT);
        hint("alice", "stays", file, EvictionMode.EXPLICIT);
        rounds(3, one);
        List<BlockId> all = file.blocks().stream().map(block -> block.id()).toList();

        assertThat(read("alice", "once", all)).isEqualTo(2);
        assertThat(read("alice", "stays", all)).isZero();
        rounds(2, one);

        assertThat(one.pinned).hasSize(2);
        assertThat(counts("once").getWanted()).isZero();
        assertThat(counts("stays").getResident()).isEqualTo(2);
    }

    /** The read of a job's last task is reported when the same job has hinted the block anew. */
    @Test
    void aLateReadDoesNotEndTheNextHint() {
        FakeAgent one = agent("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        List<BlockId> block = List.of(file.blocks().get(0).id());
        hint("alice", "job", file, EvictionMode.IMPLICIT, OptionalLong.empty(), new HintMark(7, 1, 0));
        hint("alice", "job", file, EvictionMode.IMPLICIT, OptionalLong.empty(), new HintMark(7, 2, 0));

        assertThat(state.read(new JobId("alice", "job"), reads(block, true, new HintMark(7, 1, 0))))
                .isZero();
        assertThat(state.read(new JobId("alice", "job"), reads(block, false, new HintMark(7, 1, 0))))
                .isZero();
        rounds(3, one);

        assertThat(counts("job").getResident()).isEqualTo(1);
        assertThat(state.read(new JobId("alice", "job"), reads(block, true, new HintMark(7, 2, 0))))
                .isEqualTo(1);
    }

    /** A read of the job releases what another program has hinted for it, such as tiercel prefetch. */
    @Test
    void aReadEndsWhatAnotherSessionHasHinted() {
        agent("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        hint("alice", "job", file, EvictionMode.IMPLICIT, OptionalLong.empty(), new HintMark(7, 5, 0));

        assertThat(state.read(
                        new JobId("alice", "job"),
                        reads(List.of(file.blocks().get(0).id()), true, new HintMark(8, 0, 0))))
                .isEqualTo(1);
    }

    /** Two agents fall silent, the second just before the first one's blocks are given up. */
    @Test
    void blocksOfANodeThatIsLostLateAreNotGivenUpWithThoseOfAnother() {
        FakeAgent first = agent("n1");
        FakeAgent second = agent("n2");
        FakeAgent alive = agent("n3");
        rounds(2, first, second, alive);
        rounds(28, second, alive);
        hint("job", files.write("/f", 1, MB, "n2"));
        rounds(31, alive);
        assertThat(count(CoordinatorCounter.LOST_AGENTS)).isEqualTo(2);
        assertThat(counts("job").getPending()).as("n2 may come back").isEqualTo(1);
        rounds(3, alive);
        assertThat(counts("job").getPending()).as("n1 is given up").isEqualTo(1);

        state.renew(new JobId("alice", "job"), OptionalLong.empty());
        rounds(30, alive);

        assertThat(counts("job").getFailed()).isEqualTo(1);
    }

    @Test
    void aSilentJobLosesItsReferencesAndOneThatRenewsDoesNot() {
        FakeAgent one = agent("n1");
        hint("silent", files.write("/f", 2, MB, "n1"));
        hint("alive", files.write("/g", 2, MB, "n1"));
        rounds(40, one);
        assertThat(state.renew(new JobId("alice", "alive"), OptionalLong.empty()))
                .hasValue(Duration.ofSeconds(60).toNanos());
        rounds(30, one);

        assertThat(state.renew(new JobId("alice", "silent"), OptionalLong.empty()))
                .isEmpty();
        assertThat(state.status().getJobsList()).extracting(JobState::getJob).containsExactly("alive");
        assertThat(one.pinned).hasSize(2);
        assertThat(count(CoordinatorCounter.EXPIRED_JOBS)).isEqualTo(1);
    }

    @Test
    void aLongLeaseIsGrantedUpToTheMost() {
        agent("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1");

        OptionalLong nineDays = OptionalLong.of(Duration.ofDays(9).toNanos());
        CoordinatorState.Hinted hinted = hint("alice", "job", file, EvictionMode.EXPLICIT, nineDays, HintMark.NONE);

        assertThat(hinted.lease()).isEqualTo(Duration.ofHours(1).toNanos());
    }

    @Test
    void whoTakesAJobOverMayEndItsLongLease() {
        FakeAgent one = agent("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        OptionalLong hour = OptionalLong.of(Duration.ofHours(1).toNanos());
        hint("alice", "job", file, EvictionMode.EXPLICIT, hour, HintMark.NONE);

        assertThat(state.renew(new JobId("alice", "job"), OptionalLong.of(0)))
                .hasValue(Duration.ofSeconds(60).toNanos());
        rounds(70, one);

        assertThat(state.status().getJobsList()).isEmpty();
    }

    /** Nobody releases, extends or takes another's job by its name. */
    @Test
    void usersDoNotShareNamesOfJobs() {
        agent("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        hint("alice", "job", file, EvictionMode.EXPLICIT);
        assertThat(state.renew(new JobId("bob", "job"), OptionalLong.empty())).isEmpty();
        assertThat(state.release(new JobId("bob", "job"), List.of()).references())
                .isZero();
        assertThat(state.follow(new JobId("bob", "job"))).isEmpty();

        hint("bob", "job", file, EvictionMode.EXPLICIT);
        assertThat(state.status().getJobsList())
                .extracting(job -> job.getJob() + " of " + job.getUser())
                .containsExactly("job of alice", "job of bob");
        assertThat(state.release(new JobId("bob", "job"), List.of()).references())
                .isEqualTo(1);
        assertThat(state.follow(new JobId("alice", "job"))).isPresent();
    }

    @Test
    void blocksOfNodesWithoutAnAgentWaitAfterARestartAndAreRefusedLater() {
        ResolvedFile file = files.write("/f", 1, MB, "n9");

        CoordinatorState.Hinted early = hint("early", file);
        assertThat(early.skips()).isEmpty();
        FakeAgent other = agent("n1");
        rounds(32, other);
        CoordinatorState.Hinted late = hint("late", file);

        assertThat(counts("early").getFailed()).isEqualTo(1);
        assertThat(late.blocks()).isEmpty();
        assertThat(late.skips()).singleElement().satisfies(skip -> {
            assertThat(skip.reason()).isEqualTo(SkipReason.NO_AGENT);
            assertThat(skip.text()).contains("n9.example");
        });
    }

    @Test
    void aHintBeforeTheAgentHasRegisteredIsServedOnceItHas() {
        hint("job", files.write("/f", 2, MB, "n1"));
        FakeAgent late = agent("n1");
        rounds(3, late);

        assertThat(counts("job").getResident()).isEqualTo(2);
    }

    @Test
    void whatIsLargerThanAllMemoryIsRefused() {
        agent("n1");

        CoordinatorState.Hinted hinted = hint("job", files.write("/f", 1, 200 * MB, "n1"));

        assertThat(hinted.blocks()).isEmpty();
        assertThat(hinted.skips()).singleElement().satisfies(skip -> assertThat(skip.reason())
                .isEqualTo(SkipReason.NO_MEMORY));
    }

    @Test
    void aFailedMigrationSaysWhy() {
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 1, MB, "n1"));
        ProgressFeed feed = state.follow(new JobId("alice", "job")).orElseThrow();
        one.exchange();
        one.fail("the block file is gone");
        one.exchange();

        ProgressFeed.Progress progress = state.drain(feed).orElseThrow();

        assertThat(progress.settled()).isTrue();
        assertThat(progress.message().getBlocks().getFailed()).isEqualTo(1);
        assertThat(progress.message().getFailuresList())
                .singleElement()
                .satisfies(block -> assertThat(block.getReason()).contains("the block file is gone"));
        assertThat(state.drain(feed)).isEmpty();
    }

    private static StateSettings withBlocks(int most) {
        return new StateSettings(
                SETTINGS.migrations(),
                SETTINGS.binder(),
                SETTINGS.eviction(),
                SETTINGS.jobLeaseMost(),
                most,
                SETTINGS.heapBytes(),
                SETTINGS.userBlocks(),
                SETTINGS.userBytes(),
                SETTINGS.watchLinger());
    }

    @Test
    void aMessageOfProgressNamesSomeOfManyFailures() {
        state = new CoordinatorState(withBlocks(2_000), time.clock(), 1);
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 1_001, 1, "n1"));
        ProgressFeed feed = state.follow(new JobId("alice", "job")).orElseThrow();
        while (counts("job").getFailed() < 1_001) {
            one.exchange();
            one.fail("the block file is gone");
        }

        ProgressReply message = state.drain(feed).orElseThrow().message();

        assertThat(message.getBlocks().getFailed()).isEqualTo(1_001);
        assertThat(message.getFailuresCount()).isEqualTo(1_000);
    }

    @Test
    void aLostAnswerIsRepeated() {
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 2, MB, "n1"));

        FakeAgent.Orders lost = one.lost();
        FakeAgent.Orders again = one.exchange();

        assertThat(lost.migrate()).isNotEmpty();
        assertThat(again.migrate()).containsAll(lost.migrate());
        rounds(3, one);
        assertThat(counts("job").getResident()).isEqualTo(2);
        assertThat(count(CoordinatorCounter.MISFIT_REPORTS)).isZero();
    }

    /** The answer with the order was lost, so the agent says again that it has let go of the copy before. */
    @Test
    void aRepeatedReportDoesNotEndTheNextMigrationOfItsBlock() {
        FakeAgent one = agent("n1");
        var file = files.write("/f", 1, MB, "n1");
        hint("job", file);
        rounds(3, one);
        state.release(new JobId("alice", "job"), List.of());
        assertThat(one.exchange().unpin()).hasSize(1);
        hint("job", file);

        assertThat(one.lost().migrate()).as("bound again, but not heard of").hasSize(1);
        assertThat(one.exchange().migrate()).hasSize(1);

        rounds(3, one);
        assertThat(counts("job").getResident()).isEqualTo(1);
    }

    @Test
    void anAgentMayBeToldToCallOffWhatItHasNeverHeardOf() {
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 1, MB, "n1"));
        assertThat(one.lost().migrate()).hasSize(1);
        state.release(new JobId("alice", "job"), List.of());

        assertThat(one.exchange().cancel()).hasSize(1);
        assertThat(one.exchange().cancel()).isEmpty();

        assertThat(count(CoordinatorCounter.MISFIT_REPORTS)).isZero();
        hint("job", files.write("/g", 1, MB, "n1"));
        rounds(3, one);
        assertThat(counts("job").getResident()).isEqualTo(1);
    }

    @Test
    void aJobThatGotNothingIsNone() {
        agent("n1");
        time.pass(Duration.ofMinutes(1));

        CoordinatorState.Hinted hinted = hint("job", files.write("/f", 1, MB, "elsewhere"));

        assertThat(hinted.skips()).hasSize(1);
        assertThat(state.status().getJobsList()).isEmpty();
        assertThat(state.follow(new JobId("alice", "job"))).isEmpty();
    }

    @Test
    void progressSaysWhatWaitsForRoomOnceNothingElseIsOnItsWay() {
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 101, MB, "n1"));
        ProgressFeed feed = state.follow(new JobId("alice", "job")).orElseThrow();
        assertThat(state.drain(feed).orElseThrow().settled()).isFalse();

        rounds(20, one);

        ProgressFeed.Progress full = state.drain(feed).orElseThrow();
        assertThat(full.message().getBlocks().getResident()).isEqualTo(100);
        assertThat(full.message().getWaitingForRoom()).isEqualTo(1);
        assertThat(full.settled()).isTrue();
        assertThat(state.drain(feed)).isEmpty();
        hint("other", files.write("/g", 1, MB, "n1"));
        assertThat(state.drain(state.follow(new JobId("alice", "other")).orElseThrow())
                        .orElseThrow()
                        .message()
                        .getWaitingForRoom())
                .isEqualTo(1);
        state.release(new JobId("alice", "job"), List.of());
        rounds(5, one);
        assertThat(counts("other").getResident()).isEqualTo(1);
    }

    @Test
    void aSilentAgentsBlocksAreGoneAndComeInElsewhere() {
        FakeAgent one = agent("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1", "n2");
        hint("job", file);
        rounds(2, one);
        ResidencyFeed feed = new ResidencyFeed("alice");
        state.watch(feed, Map.of(file.blocks().get(0).id(), List.of()));
        assertThat(events(feed)).containsExactly("n1.example PINNED");

        FakeAgent two = agent("n2");
        rounds(32, two);

        assertThat(two.pinned).hasSize(1);
        assertThat(events(feed)).contains("n1.example GONE", "n2.example PINNED");
        assertThat(one.exchange().register()).isTrue();
        assertThat(count(CoordinatorCounter.LOST_AGENTS)).isEqualTo(1);
    }

    @Test
    void whatNobodyButALostAgentHasIsNotRefusedAtOnce() {
        FakeAgent one = agent("n1");
        time.pass(Duration.ofSeconds(31));
        assertThat(state.tick().agents()).containsExactly("n1.example");

        assertThat(hint("job", files.write("/f", 1, MB, "n1")).skips()).isEmpty();
        one.register();
        rounds(3, one);

        assertThat(counts("job").getResident()).isEqualTo(1);
    }

    @Test
    void nobodysSilenceCountsWhileTheCoordinatorDoesNotRun() {
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 1, MB, "n1"));
        rounds(3, one);

        time.pass(Duration.ofMinutes(5));
        state.extendLeases(Duration.ofMinutes(5).toNanos());

        assertThat(state.tick()).isEqualTo(new ExpiryResult(List.of(), List.of()));
        assertThat(one.exchange().register()).isFalse();
        time.pass(Duration.ofSeconds(61));
        assertThat(state.tick()).isEqualTo(new ExpiryResult(List.of(new JobId("alice", "job")), List.of("n1.example")));
    }

    @Test
    void arestartedCoordinatorTakesOverWhatAgentsHold() {
        FakeAgent before = agent("n1");
        ResolvedFile file = files.write("/f", 2, MB, "n1");
        hint("job", file);
        rounds(3, before);
        state = new CoordinatorState(SETTINGS, time.clock(), 1);

        FakeAgent after = new FakeAgent(state, "n1", 100 * MB, true);
        after.pinned.putAll(before.pinned);
        assertThat(after.exchange().register()).isTrue();
        after.register();
        assertThat(state.renew(new JobId("alice", "job"), OptionalLong.empty())).isEmpty();
        CoordinatorState.Hinted hinted = hint("job", file);

        assertThat(hinted.blocks()).hasSize(2).allMatch(block -> block.getState() == MigrationState.RESIDENT);
        assertThat(after.exchange().migrate()).isEmpty();
    }

    @Test
    void anotherVersionOfAFileDropsTheBlocksOfTheOld() throws IOException {
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 2, MB, "n1"));
        rounds(3, one);
        files.write("/f", 1, MB, "n1");

        Map<String, List<SourceFile>> looks = state.nextToLookAt(10);
        state.markOutdated(files.outdated("alice", looks.get("alice")));
        rounds(2, one);

        assertThat(one.pinned).isEmpty();
        assertThat(counts("job").getFailed()).isEqualTo(2);
        assertThat(count(CoordinatorCounter.OUTDATED_FILES)).isEqualTo(1);
        assertThat(state.nextToLookAt(10)).isEmpty();

        hint(
                "job",
                files.resolve(Caller.named("alice"), List.of(new PathSelection("/f", List.of())), () -> false)
                        .files()
                        .get(0));
        rounds(3, one);
        assertThat(counts("job")).isEqualTo(allResident(1, MB));
    }

    @Test
    void hintingANewVersionReplacesTheOld() {
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 2, MB, "n1"));
        rounds(3, one);

        hint("job", files.write("/f", 1, MB, "n1"));
        rounds(3, one);

        assertThat(one.pinned).hasSize(1);
        assertThat(counts("job")).isEqualTo(allResident(1, MB));
    }

    @Test
    void retainingKeepsWhatIsThereAndBringsNothingIn() {
        FakeAgent one = agent("n1");
        ResolvedFile there = files.write("/there", 1, MB, "n1");
        ResolvedFile absent = files.write("/absent", 1, MB, "n1");
        hint("first", there);
        rounds(2, one);

        CoordinatorState.Hinted retained =
                state.retain(new JobId("bob", "second"), List.of(there, absent), OptionalLong.empty());
        state.release(new JobId("alice", "first"), List.of());
        rounds(3, one);

        assertThat(retained.blocks()).singleElement().satisfies(block -> assertThat(block.getPath())
                .isEqualTo("/there"));
        assertThat(one.pinned).hasSize(1);
    }

    @Test
    void watchersHearOfThePageCacheOnceForManyChanges() {
        FakeAgent one = agent("n1");
        BlockId block = new BlockId("pool", 77, 1);
        ResidencyFeed feed = new ResidencyFeed("alice");
        state.watch(feed, Map.of(block, List.of("n1.example")));
        assertThat(state.drain(feed, 10)).hasValueSatisfying(first -> {
            assertThat(first.getEventsList()).isEmpty();
            assertThat(first.getComplete()).isTrue();
        });

        one.exchange();
        assertThat(one.watched).containsExactly(block);
        for (int i = 1; i <= 100; i++) {
            one.cached.add(FakeAgent.inCache(block, i, 100));
            one.exchange();
        }

        assertThat(state.drain(feed, 10)).hasValueSatisfying(news -> assertThat(news.getEventsList())
                .singleElement()
                .isEqualTo(Residence.newBuilder()
                        .setBlock(Translation.block(block))
                        .setHost("n1.example")
                        .setState(ResidenceState.CACHED)
                        .setResidentBytes(100)
                        .setLength(100)
                        .setCachedForMillis(0)
                        .build()));
        state.close(feed);
        one.exchange();
        assertThat(one.watched).containsExactly(block);
        rounds(21, one);
        assertThat(one.watched).isEmpty();
        assertThat(state.blocks()).isZero();
    }

    /** Quartet's two jobs: the second asks after the first has read and gone, and before any agent could look again. */
    @Test
    void whoAsksSoonAfterTheLastWatcherHearsAtOnceWhatTheReadsHaveLeft() {
        FakeAgent one = agent("n1");
        BlockId block = new BlockId("pool", 77, 1);
        ResidencyFeed first = new ResidencyFeed("alice");
        state.watch(first, Map.of(block, List.of("n1.example")));
        one.exchange();
        state.unwatch(first, List.of(block));
        one.cached.add(FakeAgent.inCache(block, 100, 100));
        one.exchange();

        ResidencyFeed second = new ResidencyFeed("alice");
        state.watch(second, Map.of(block, List.of("n1.example")));

        assertThat(events(second)).containsExactly("n1.example CACHED");
        rounds(30, one);
        assertThat(one.watched).as("it does not linger while somebody watches").containsExactly(block);
    }

    @Test
    void saysForHowLongABlockHasBeenInThePageCache() {
        FakeAgent one = agent("n1");
        BlockId block = new BlockId("pool", 77, 1);
        ResidencyFeed feed = new ResidencyFeed("alice");
        state.watch(feed, Map.of(block, List.of("n1.example")));
        one.exchange();
        one.cached.add(FakeAgent.inCache(block, 40, 100));
        rounds(3, one);
        one.cached.add(FakeAgent.inCache(block, 100, 100));
        one.exchange();
        long known = residences(feed).get(0).getCachedForMillis();
        assertThat(known).isPositive();

        one.cached.add(FakeAgent.inCache(block, 0, 100));
        one.exchange();
        assertThat(residences(feed)).singleElement().satisfies(gone -> assertThat(gone.hasCachedForMillis())
                .isFalse());
        one.cached.add(FakeAgent.inCache(block, 100, 100));
        one.exchange();
        assertThat(residences(feed)).singleElement().satisfies(again -> {
            assertThat(again.hasCachedForMillis()).isTrue();
            assertThat(again.getCachedForMillis()).isZero();
        });
    }

    private List<Residence> residences(ResidencyFeed feed) {
        return state.drain(feed, 10).orElseThrow().getEventsList();
    }

    @Test
    void whatLingersGivesWayToWhatIsWanted() {
        agent("n1");
        ResidencyFeed feed = new ResidencyFeed("alice");
        for (int id = 0; id < 200; id++) {
            state.watch(feed, Map.of(new BlockId("pool", id, 1), List.of("n1.example")));
        }
        state.close(feed);
        assertThat(state.blocks()).isEqualTo(200);

        assertThat(hint("job", files.write("/f", 1_000, 1, "n1")).blocks()).hasSize(1_000);
        assertThat(state.blocks()).isEqualTo(1_000);
    }

    @Test
    void anOrderToWatchIsRepeatedUntilItIsTakenNoteOf() {
        FakeAgent one = agent("n1");
        BlockId block = new BlockId("pool", 77, 1);
        state.watch(new ResidencyFeed("alice"), Map.of(block, List.of("n1.example")));

        assertThat(one.lost().watch()).containsExactly(block);
        assertThat(one.exchange().watch()).containsExactly(block);
        assertThat(one.exchange().watch()).isEmpty();
    }

    @Test
    void arrivingBlocksAreExpectedAtATime() {
        FakeAgent one = agent("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        hint("job", file);
        one.exchange();
        ResidencyFeed feed = new ResidencyFeed("alice");
        state.watch(feed, Map.of(file.blocks().get(0).id(), List.of()));

        Residence event = state.drain(feed, 10).orElseThrow().getEventsList().get(0);

        assertThat(event.getState()).isEqualTo(ResidenceState.ARRIVING);
        assertThat(event.getExpectedMillis()).isGreaterThan(time.clock().millis());
    }

    @Test
    void anAgentWithoutTheRightToLockCachesAndMayLoseIt() {
        FakeAgent one = new FakeAgent(state, "n1", 100 * MB, false).register();
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        hint("job", file);
        rounds(2, one);
        ResidencyFeed feed = new ResidencyFeed("alice");
        BlockId block = file.blocks().get(0).id();
        state.watch(feed, Map.of(block, List.of()));
        assertThat(events(feed)).containsExactly("n1.example CACHED");

        one.cached.add(FakeAgent.inCache(block, 0, MB));
        one.exchange();

        assertThat(events(feed)).containsExactly("n1.example GONE");
    }

    @Test
    void aWatcherHearsHowManyOfItsRequestsAreAnswered() {
        ResidencyFeed feed = new ResidencyFeed("alice");
        state.watch(feed, Map.of(new BlockId("pool", 1, 1), List.of("n1.example")));
        ResidencyEvents first = state.drain(feed, 10).orElseThrow();
        assertThat(first.getComplete()).isTrue();
        assertThat(first.getCompleteRequests()).isEqualTo(1);

        state.watch(feed, Map.of(new BlockId("pool", 2, 1), List.of("n1.example")));
        state.watch(feed, Map.of(new BlockId("pool", 3, 1), List.of("n1.example")));
        assertThat(state.drain(feed, 10).orElseThrow().getCompleteRequests())
                .as("one answer for both")
                .isEqualTo(3);
    }

    @Test
    void nonsenseOfAnAgentChangesNothing() {
        FakeAgent one = agent("n1");
        hint("job", files.write("/f", 1, MB, "n1"));
        BlockId made = new BlockId("nowhere", -1, -1);
        one.cached.add(FakeAgent.inCache(made, Long.MAX_VALUE, -5));
        state.exchange(
                ExchangeRequest.newBuilder()
                        .setNode("n1")
                        .setSession(-1)
                        .addUnpinned(Translation.block(made))
                        .setPinnedBytes(-1)
                        .setBudgetBytes(-1)
                        .setWatchSerial(99)
                        .build(),
                Optional.empty());
        one.exchange();
        rounds(3, one);

        assertThat(counts("job").getResident()).isEqualTo(1);
        assertThat(state.blocks()).isEqualTo(1);
    }

    private CoordinatorState limitedTo(long heapBytes, long userBlocks, long userBytes, long watchLinger) {
        return new CoordinatorState(
                new StateSettings(
                        SETTINGS.migrations(),
                        SETTINGS.binder(),
                        SETTINGS.eviction(),
                        SETTINGS.jobLeaseMost(),
                        SETTINGS.mostBlocks(),
                        heapBytes,
                        userBlocks,
                        userBytes,
                        watchLinger),
                time.clock(),
                1);
    }

    /** Of all jobs of a user together; others are not touched by it, and what was released counts no more. */
    @Test
    void aUserHintsAtMostAShare() {
        for (boolean isOfBytes : new boolean[] {false, true}) {
            state = limitedTo(1 << 30, isOfBytes ? Long.MAX_VALUE : 4, isOfBytes ? 4 * MB : Long.MAX_VALUE, 0);
            agent("n1");
            String kind = isOfBytes ? "bytes" : "blocks";
            hint("first", files.write("/1" + kind, 2, MB, "n1"));
            hint("second", files.write("/2" + kind, 2, MB, "n1"));

            ResolvedFile third = files.write("/3" + kind, 1, MB, "n1");
            assertThatThrownBy(() -> hint("third", third))
                    .isInstanceOf(RefusedCallException.class)
                    .hasMessageContaining("user alice may hint at most")
                    .hasMessageContaining("tiercel.coordinator.user." + kind + ".most");
            assertThat(hint("bob", "third", third, EvictionMode.EXPLICIT).blocks())
                    .hasSize(1);
            state.release(new JobId("alice", "first"), List.of());
            assertThat(hint("third", third).blocks()).hasSize(1);
        }
    }

    /** A job whose data was given back is still one: its session may hint again. */
    @Test
    void aUserHasAtMostAThousandJobsEvenIfTheyClaimNothing() {
        agent("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        for (int i = 0; i < 1_000; i++) {
            hint("job" + i, file);
            state.release(new JobId("alice", "job" + i), List.of(new PathSelection("/f", List.of())));
        }

        assertThatThrownBy(() -> hint("another", file))
                .isInstanceOf(RefusedCallException.class)
                .hasMessage("user alice may have at most 1000 jobs at a time; release jobs first");
        assertThatThrownBy(() -> state.retain(new JobId("alice", "another"), List.of(file), OptionalLong.empty()))
                .isInstanceOf(RefusedCallException.class);
        assertThat(hint("job7", file).blocks()).hasSize(1);
        assertThat(hint("bob", "another", file, EvictionMode.EXPLICIT).blocks()).hasSize(1);
        state.release(new JobId("alice", "job0"), List.of());
        assertThat(hint("another", file).blocks()).hasSize(1);
    }

    @Test
    void moreBlocksThanAllowedAreRefused() {
        agent("n1");

        assertThatThrownBy(() -> hint("job", files.write("/f", 1_001, MB, "n1")))
                .isInstanceOf(RefusedCallException.class)
                .hasMessageContaining("tiercel.coordinator.blocks.most");
    }

    /** Ten jobs want the same 100 blocks, and a watcher watches them: that is 100 blocks, and much more heap. */
    @Test
    void claimsAndWatchersCountAgainstTheHeap() {
        agent("n1");
        ResolvedFile file = files.write("/f", 100, MB, "n1");
        hint("job", file);
        long one = state.heapBytes();
        for (int i = 0; i < 10; i++) {
            hint("job" + i, file);
        }
        long claimed = state.heapBytes();
        ResidencyFeed feed = new ResidencyFeed("alice");
        state.watch(feed, watched(file));
        long watched = state.heapBytes();

        assertThat(state.blocks()).isEqualTo(100);
        int names = 2 * "alicejob0".length();
        assertThat(claimed - one).isEqualTo(10 * (100 * 200 + 600 + names));
        assertThat(watched).isGreaterThan(claimed + 100 * 400);
        state.close(feed);
        assertThat(state.heapBytes()).isLessThan(watched);
        for (int i = 0; i < 10; i++) {
            state.release(new JobId("alice", "job" + i), List.of());
        }
        state.release(new JobId("alice", "job"), List.of());
        time.pass(Duration.ofSeconds(30));
        state.tick();
        assertThat(state.heapBytes()).isZero();
    }

    @Test
    void whatTakesMoreHeapThanAllowedIsRefused() {
        state = limitedTo(100_000, Long.MAX_VALUE, Long.MAX_VALUE, 0);
        agent("n1");
        ResolvedFile file = files.write("/f", 100, MB, "n1");
        hint("first", file);

        List<String> refused = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            try {
                hint("job" + i, file);
            } catch (RefusedCallException e) {
                refused.add(e.getMessage());
            }
        }

        assertThat(refused).isNotEmpty().allMatch(line -> line.contains("tiercel.coordinator.heap.share"));
        assertThat(state.heapBytes()).isLessThan(120_000);
        for (int i = 0; i < 20; i++) {
            state.release(new JobId("alice", "job" + i), List.of());
        }
        assertThat(hint("later", file).blocks()).hasSize(100);
    }

    @Test
    void aUserWhoWatchesTooMuchIsRefusedAndOthersAreNot() {
        state = limitedTo(1 << 30, 10, Long.MAX_VALUE, SETTINGS.watchLinger());
        ResidencyFeed first = new ResidencyFeed("alice");
        state.watch(first, watched(files.write("/f", 8, MB, "n1")));
        Map<BlockId, List<String>> three = watched(files.write("/g", 3, MB, "n1"));
        ResidencyFeed second = new ResidencyFeed("alice");

        assertThatThrownBy(() -> state.watch(second, three))
                .isInstanceOf(RefusedCallException.class)
                .hasMessage("user alice may watch at most 10 blocks at a time (tiercel.coordinator.user.blocks.most); "
                        + "end other watches first");
        state.close(second);
        state.watch(new ResidencyFeed("bob"), three);
        state.watch(first, watched(files.write("/h", 2, MB, "n1")));
    }

    /** Somebody names hosts without end for a block that others watch too. */
    @Test
    void aBlockIsWatchedOnFewHostsAndTheLastNamedCount() {
        FakeAgent one = agent("n1");
        BlockId block = new BlockId("pool", 1, 1);
        ResidencyFeed feed = new ResidencyFeed("alice");
        state.watch(feed, Map.of(block, List.of("n1.example")));
        one.exchange();
        assertThat(one.watched).containsExactly(block);
        ResidencyFeed other = new ResidencyFeed("alice");
        for (int i = 0; i < 1_000; i++) {
            state.watch(other, Map.of(block, List.of("made-up-" + i)));
        }
        one.exchange();

        assertThat(one.watched).isEmpty();
        assertThat(state.heapBytes()).isLessThan(50_000);
        state.watch(feed, Map.of(block, List.of("n1.example")));
        one.exchange();
        assertThat(one.watched).containsExactly(block);
        state.close(feed);
        state.close(other);
        time.pass(Duration.ofSeconds(30));
        state.tick();
        assertThat(state.heapBytes()).isZero();
    }

    /** A job of a thousand claims, and a path at which none of them lies. */
    @Test
    void releasesAndProgressLetOthersHaveTheirTurn() {
        AtomicInteger holds = new AtomicInteger();
        Clock clock = time.clock();
        state = new CoordinatorState(
                SETTINGS,
                new Clock(
                        () -> {
                            holds.incrementAndGet();
                            return clock.now();
                        },
                        () -> Instant.ofEpochMilli(clock.millis())),
                1);
        agent("n1");
        hint("job", files.write("/f", 1_000, MB / 1_000, "n1"));
        ProgressFeed feed = state.follow(new JobId("alice", "job")).orElseThrow();
        int begun = holds.get();
        assertThat(state.drain(feed).orElseThrow().message().getBlocks().getPending())
                .isEqualTo(1_000);
        assertThat(holds.get() - begun).isGreaterThanOrEqualTo(4);
        int before = holds.get();

        assertThat(state.release(new JobId("alice", "job"), List.of(new PathSelection("/g", List.of())))
                        .references())
                .isZero();

        assertThat(holds.get() - before)
                .as("each hold of the lock asks for the time")
                .isGreaterThanOrEqualTo(4);
        assertThat(state.release(new JobId("alice", "job"), List.of()).references())
                .isEqualTo(1_000);
        assertThat(state.status().getJobsList()).isEmpty();
    }

    /** A state that asks for the time in each hold of its lock, and runs {@code asked} before. */
    private CoordinatorState asking(Runnable asked, int mostBlocks) {
        Clock clock = time.clock();
        return new CoordinatorState(
                new StateSettings(
                        SETTINGS.migrations(),
                        SETTINGS.binder(),
                        SETTINGS.eviction(),
                        SETTINGS.jobLeaseMost(),
                        mostBlocks,
                        1 << 30,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        SETTINGS.watchLinger()),
                new Clock(
                        () -> {
                            asked.run();
                            return clock.now();
                        },
                        () -> Instant.ofEpochMilli(clock.millis())),
                1);
    }

    @Test
    void aHintOfALargeFileLetsOthersHaveTheirTurn() {
        AtomicInteger asked = new AtomicInteger();
        state = asking(asked::incrementAndGet, 10_000);
        agent("n1");
        int[] holds = new int[2];
        for (int large = 0; large < 2; large++) {
            ResolvedFile file = files.write("/f" + large, large == 1 ? 1_000 : 1, MB / 1_000, "n1");
            int before = asked.get();
            assertThat(hint("job", file).blocks()).hasSameSizeAs(file.blocks());
            state.retain(new JobId("alice", "job"), List.of(file), OptionalLong.empty());
            holds[large] = asked.get() - before;
        }

        assertThat(holds[1] - holds[0]).as("three parts more, twice").isEqualTo(6);
    }

    /** Blocks of a later part belong to the new version too, as after an append. */
    @Test
    void theBlocksThatANewVersionOfALargeFileKeepsStay() {
        FakeAgent one = agent("n1");
        ResolvedFile old = files.write("/f", 600, MB / 10, "n1");
        ResolvedFile appended = new ResolvedFile(new SourceFile("/f", 2, 600 * MB, 7), old.blocks());
        for (boolean retained : new boolean[] {false, true}) {
            hint("job", old);
            for (int i = 0; i < 100 && one.pinned.size() < 600; i++) {
                rounds(1, one);
            }
            assertThat(one.pinned).hasSize(600);

            if (retained) {
                state.retain(new JobId("alice", "job"), List.of(appended), OptionalLong.empty());
            } else {
                hint("job", appended);
            }

            assertThat(counts("job").getResident()).isEqualTo(600);
        }
    }

    /** Its lease ends with a thousand claims. */
    @Test
    void theEndOfALargeJobLetsOthersHaveTheirTurn() {
        AtomicInteger asked = new AtomicInteger();
        state = asking(asked::incrementAndGet, 10_000);
        FakeAgent one = agent("n1");
        int[] holds = new int[2];
        for (int large = 0; large < 2; large++) {
            hint("job", files.write("/f" + large, large == 1 ? 1_000 : 1, MB / 1_000, "n1"));
            for (int i = 0; i < 3; i++) {
                time.pass(Duration.ofSeconds(21));
                one.exchange();
            }
            int before = asked.get();
            assertThat(state.tick().jobs()).hasSize(1);
            holds[large] = asked.get() - before;
        }

        assertThat(holds[1] - holds[0]).isEqualTo(3);
        assertThat(state.status().getJobsList()).isEmpty();
        one.exchange();
        one.exchange();
        assertThat(state.blocks()).isZero();
    }

    @Test
    void theEndOfManyWatchesLetsOthersHaveTheirTurn() {
        AtomicInteger asked = new AtomicInteger();
        state = asking(asked::incrementAndGet, 10_000);
        int[] holds = new int[2];
        for (int many = 0; many < 2; many++) {
            ResidencyFeed feed = new ResidencyFeed("alice");
            state.watch(feed, watched(files.write("/f" + many, many == 1 ? 1_000 : 1, MB, "n1")));
            state.close(feed);
            time.pass(Duration.ofNanos(SETTINGS.watchLinger()));
            int before = asked.get();
            state.tick();
            holds[many] = asked.get() - before;
            assertThat(state.blocks()).isZero();
        }

        assertThat(holds[1] - holds[0]).isEqualTo(3);
    }

    /** Four callers and an agent wait while another caller has the lock. Each asks for the time under it. */
    @Test
    void anAgentDoesNotQueueWithOthersAndHasItsAnswerInOneTurn() throws InterruptedException {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<Thread> waiting = new ArrayList<>();
        AtomicBoolean isFirst = new AtomicBoolean();
        state = asking(
                () -> {
                    if (isFirst.getAndSet(false)) {
                        waiting.forEach(CoordinatorStateTest::startAndWait);
                    } else {
                        order.add(Thread.currentThread().getName());
                    }
                },
                1_000);
        FakeAgent one = agent("n1");
        one.cached.add(FakeAgent.inCache(new BlockId("pool", 1, 1), MB, MB));
        for (int i = 0; i < 4; i++) {
            waiting.add(new Thread(() -> state.extendLeases(0), "other"));
        }
        waiting.add(new Thread(one::exchange, "agent"));
        order.clear();
        isFirst.set(true);

        state.extendLeases(0);
        for (Thread each : waiting) {
            each.join();
        }

        assertThat(order).containsExactly("agent", "agent", "agent", "other", "other", "other", "other");
    }

    private static void startAndWait(Thread thread) {
        thread.start();
        await().pollInterval(Duration.ofMillis(1)).until(() -> thread.getState() == Thread.State.WAITING);
    }

    /** Who does much in parts would else take the lock again before anybody has woken up. */
    @Test
    void whoWaitsForTheLockGetsItBetweenTwoParts() throws InterruptedException {
        AtomicBoolean isServed = new AtomicBoolean();
        AtomicBoolean wasServed = new AtomicBoolean();
        Thread other = new Thread(
                () -> state.watch(new ResidencyFeed("bob"), blocks(2, block -> isServed.set(block == 1))), "waits");

        state.watch(new ResidencyFeed("alice"), blocks(300, block -> {
            if (block == 1) {
                other.start();
                await().pollInterval(Duration.ofMillis(1)).until(() -> other.getState() == Thread.State.WAITING);
            } else if (block == 257) {
                wasServed.set(isServed.get());
            }
        }));
        other.join();

        assertThat(wasServed).isTrue();
    }

    /** The time is asked for under the lock, once for each block. */
    @Test
    void whoWaitsForTheLockGetsItBetweenTwoPartsOfAReport() throws InterruptedException {
        AtomicReference<Thread> other = new AtomicReference<>();
        AtomicBoolean isServed = new AtomicBoolean();
        AtomicInteger asked = new AtomicInteger();
        AtomicBoolean wasServed = new AtomicBoolean();
        Clock clock = time.clock();
        LongSupplier ticker = () -> {
            Thread waiting = other.get();
            if (Thread.currentThread() == waiting) {
                isServed.set(true);
            } else if (waiting != null && asked.incrementAndGet() == 10) {
                waiting.start();
                await().pollInterval(Duration.ofMillis(1)).until(() -> waiting.getState() == Thread.State.WAITING);
            } else if (asked.get() == 900) {
                wasServed.set(isServed.get());
            }
            return clock.now();
        };
        state = new CoordinatorState(SETTINGS, new Clock(ticker, () -> Instant.ofEpochMilli(clock.millis())), 1);
        FakeAgent one = agent("n1");
        for (int i = 0; i < 1_000; i++) {
            one.cached.add(FakeAgent.inCache(new BlockId("pool", i, 1), MB, MB));
        }
        other.set(new Thread(() -> state.tick(), "waits"));

        one.exchange();
        other.get().join();

        assertThat(wasServed).isTrue();
    }

    /** Blocks to watch; something happens before each, under the lock unless it is the first of a part. */
    private static Map<BlockId, List<String>> blocks(int count, IntConsumer before) {
        return new AbstractMap<>() {
            @Override
            public Set<Entry<BlockId, List<String>>> entrySet() {
                return new AbstractSet<>() {
                    @Override
                    public Iterator<Entry<BlockId, List<String>>> iterator() {
                        return IntStream.range(0, count)
                                .peek(before)
                                .mapToObj(each -> Map.entry(new BlockId("pool", each, 1), List.<String>of()))
                                .iterator();
                    }

                    @Override
                    public int size() {
                        return count;
                    }
                };
            }
        };
    }

    @Test
    void aUserSeesAllAgentsAndItsOwnJobs() {
        agent("n1");
        agent("n2");
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        hint("alice", "hers", file, EvictionMode.EXPLICIT);
        hint("bob", "his", file, EvictionMode.EXPLICIT);

        StatusReply seen = state.statusOf("bob");

        assertThat(seen.getJobsList()).extracting(JobState::getJob).containsExactly("his");
        assertThat(seen.getAgentsList()).hasSize(2).allMatch(AgentState::getAlive);
        assertThat(state.status().getJobsCount()).isEqualTo(2);
    }

    /** Whoever asks again and again when blocks are expected does not have all pending blocks looked at each time. */
    @Test
    void whenBlocksAreExpectedIsWorkedOutNowAndThen() {
        new FakeAgent(state, "n1", 1_000 * MB, true).register();
        ResolvedFile many = files.write("/many", 500, MB, "n1");
        ResolvedFile urgent = files.write("/urgent", 1, MB, "n1");
        List<BlockId> last = List.of(many.blocks().get(499).id());
        List<BlockId> soon = List.of(urgent.blocks().get(0).id());
        hint("job", many);
        long before = state.expected(last).get(0).orElseThrow();
        state.hint(
                new JobId("alice", "urgent"),
                List.of(urgent),
                new CoordinatorState.Terms(
                        EvictionMode.EXPLICIT, OptionalLong.of(0), OptionalLong.empty(), HintMark.at(state.now())));

        assertThat(state.expected(soon).get(0).orElseThrow())
                .as("it came since, and counts as the last")
                .isGreaterThan(before);
        assertThat(state.expected(last).get(0)).hasValue(before);
        time.pass(Duration.ofMillis(1));
        assertThat(state.expected(soon).get(0).orElseThrow()).isLessThan(before);
    }

    private static Map<BlockId, List<String>> watched(ResolvedFile file) {
        Map<BlockId, List<String>> watched = new LinkedHashMap<>();
        file.blocks().forEach(block -> watched.put(block.id(), List.of("n1.example")));
        return watched;
    }

    private List<String> events(ResidencyFeed feed) {
        Map<String, Boolean> heard = new LinkedHashMap<>();
        state.drain(feed, 100).ifPresent(news -> news.getEventsList()
                .forEach(event -> heard.put(event.getHost() + " " + event.getState(), true)));
        return List.copyOf(heard.keySet());
    }
}
