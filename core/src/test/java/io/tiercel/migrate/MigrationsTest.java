package io.tiercel.migrate;

import static io.tiercel.migrate.ledger.EvictionMode.EXPLICIT;
import static io.tiercel.migrate.ledger.EvictionMode.IMPLICIT;
import static io.tiercel.migrate.ledger.Samples.MB;
import static io.tiercel.migrate.ledger.Samples.SECOND;
import static io.tiercel.migrate.ledger.Samples.block;
import static io.tiercel.migrate.ledger.Samples.blocks;
import static io.tiercel.migrate.ledger.Samples.device;
import static io.tiercel.migrate.ledger.Samples.pending;
import static io.tiercel.migrate.ledger.Samples.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.migrate.AgentCalls.PinnedBlock;
import io.tiercel.migrate.AgentCalls.ReportOutcome;
import io.tiercel.migrate.AgentOrders.BoundMigration;
import io.tiercel.migrate.JobRegistry.ReadOutcome;
import io.tiercel.migrate.Migrations.ExpiryResult;
import io.tiercel.migrate.bind.LateBinder;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.MemoryBudget;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.migrate.status.AgentStatus;
import io.tiercel.migrate.status.BlockStatus;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Agents of one device of 100 MB/s and 10 pages short of 1 GB each, blocks of 100 MB; a poll a second. */
class MigrationsTest {
    private static final long BLOCK = 100 * MB;
    private static final long WHENEVER = Long.MAX_VALUE;

    private final List<String> heard = new ArrayList<>();
    private final Migrations migrations = migrations(0);

    private long now;

    private Migrations migrations(long retention) {
        return new Migrations(
                new MigrationSettings(SECOND, 30 * SECOND, retention, EstimatorSettings.DEFAULT),
                new LateBinder(),
                (use, time) -> time - use.lastUse(),
                (id, state, device) -> heard.add(id.id() + " " + state),
                0);
    }

    private void join(Migrations to, int node, long budget) {
        to.agents().join("n" + node, "n" + node, List.of(new DeviceDescription(1e8)), budget, List.of(), now);
    }

    private List<BlockId> poll(Migrations from, int node) {
        now += SECOND / 10;
        return from
                .agents()
                .poll("n" + node, List.of(new DeviceReport(0, List.of(), 0, Integer.MAX_VALUE)), now)
                .orElseThrow()
                .migrate()
                .stream()
                .map(BoundMigration::block)
                .toList();
    }

    private List<Eviction> evictions(Migrations from, int node) {
        now += SECOND / 10;
        return from.agents().poll("n" + node, List.of(), now).orElseThrow().evict();
    }

    private ReportOutcome migrated(Migrations to, int node, int id) {
        now += SECOND;
        return to.agents().migrated("n" + node, block(id), BLOCK, 0, SECOND, now);
    }

    private BlockState state(int id) {
        return migrations.views().status(block(id), now).map(BlockStatus::state).orElseThrow();
    }

    private ExpiryResult expire(Migrations of) {
        ExpiryResult expired = of.expire(now);
        boolean mayHaveMore = true;
        while (mayHaveMore) {
            mayHaveMore = of.releaseExpired(100, now);
        }
        return expired;
    }

    @Test
    void bindsTheRunningOneAndAsManyAsLastUntilTheNextPoll() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("job", range(0, 9, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        assertThat(poll(migrations, 0)).isEqualTo(blocks(0, 2));
    }

    @Test
    void repeatsWhatTheAgentHasNotTakenNoteOf() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("job", range(0, 9, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        assertThat(poll(migrations, 0)).isEqualTo(blocks(0, 2));
        DeviceReport running = new DeviceReport(0, List.of(block(0)), SECOND / 10, 5);
        now += SECOND / 10;
        assertThat(migrations
                        .agents()
                        .poll("n0", List.of(running), now)
                        .orElseThrow()
                        .migrate())
                .containsExactly(new BoundMigration(block(1), 0, BLOCK));
    }

    @Test
    void bindsNothingToASlowDeviceThatOthersWouldFinishSooner() {
        join(migrations, 0, 1000 * MB);
        join(migrations, 1, 1000 * MB);
        migrations.jobs().hint(Requests.hint("first", range(0, 1, BLOCK, 1), EXPLICIT, WHENEVER, now), now);
        assertThat(poll(migrations, 1)).isEqualTo(blocks(0, 1));
        now += 60 * SECOND;
        assertThat(migrations.agents().migrated("n1", block(0), BLOCK, 0, 60 * SECOND, now))
                .isEqualTo(ReportOutcome.ACCEPTED);

        migrations.jobs().hint(Requests.hint("second", range(1, 6, BLOCK, 0, 1), EXPLICIT, WHENEVER, now), now);

        assertThat(poll(migrations, 1)).isEmpty();
        assertThat(poll(migrations, 0)).isEqualTo(blocks(1, 3));
        assertThat(migrations.views().status(block(5), now).orElseThrow().why())
                .isEqualTo("waits for n0/0 to ask, which is expected to finish it first");
    }

    @Test
    void saysWhenWhatIsAskedForIsExpected() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("later", range(10, 12, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        migrations.jobs().hint(Requests.hint("nightly", range(0, 4, BLOCK, 0), EXPLICIT, 90 * SECOND, now), now);
        double second = SECOND;
        assertThat(migrations.views().expectedIn(blocks(0, 4), now))
                .as("a poll, and a second for each before it")
                .containsExactly(2 * second, 3 * second, 4 * second, 5 * second);
        assertThat(migrations.views().expectedIn(blocks(10, 11), now)).containsExactly(6 * second);

        assertThat(poll(migrations, 0)).isEqualTo(blocks(0, 2));
        assertThat(migrated(migrations, 0, 0)).isEqualTo(ReportOutcome.ACCEPTED);

        List<Double> expected = migrations.views().expectedIn(blocks(0, 4), now);
        assertThat(expected.get(0)).isZero();
        assertThat(expected).isSorted().allMatch(nanos -> nanos < 5 * second);
        assertThat(migrations.views().expectedIn(blocks(99, 100), now)).containsExactly(Double.POSITIVE_INFINITY);
    }

    @Test
    void expectsNothingThatThereIsNoRoomFor() {
        join(migrations, 0, 2 * BLOCK + MB);
        migrations.jobs().hint(Requests.hint("nightly", range(0, 3, BLOCK, 0), EXPLICIT, 90 * SECOND, now), now);

        assertThat(migrations.views().expectedIn(blocks(0, 3), now).get(1)).isFinite();
        assertThat(migrations.views().expectedIn(blocks(0, 3), now).get(2)).isInfinite();
    }

    @Test
    void theEarliestNeededGoesFirstThenTheFirstJob() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        migrations.jobs().hint(Requests.hint("b", range(10, 11, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        migrations.jobs().hint(Requests.hint("a", range(1, 2, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        migrations.jobs().hint(Requests.hint("c", range(20, 21, BLOCK, 0), EXPLICIT, 90 * SECOND, now), now);
        migrations.jobs().hint(Requests.hint("d", range(30, 31, BLOCK, 0), EXPLICIT, 80 * SECOND, now), now);

        List<BlockId> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            for (BlockId block : poll(migrations, 0)) {
                if (!order.contains(block)) {
                    order.add(block);
                }
            }
            now += SECOND;
            migrations.agents().migrated("n0", order.get(i), BLOCK, 0, SECOND, now);
        }
        assertThat(order).extracting(BlockId::id).containsExactly(30L, 20L, 0L, 1L, 10L);
    }

    @Test
    void aBlockOfTwoJobsGoesByTheFirstAndFallsBackWhenThatOneReleasesIt() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("late", range(0, 3, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        migrations.jobs().hint(Requests.hint("soon", range(2, 3, BLOCK, 0), EXPLICIT, 50 * SECOND, now), now);
        migrations.retarget(now);
        migrations.jobs().hint(Requests.hint("later", range(3, 4, BLOCK, 0), EXPLICIT, 60 * SECOND, now), now);
        migrations.jobs().release(JobId.of("soon"), now);
        assertThat(poll(migrations, 0)).containsExactly(block(3), block(0));
    }

    @Test
    void anImplicitReferenceEndsWithItsReadAndAnExplicitOneDoesNot() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("implicit", range(0, 2, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        migrations.jobs().hint(Requests.hint("explicit", range(1, 2, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        migrated(migrations, 0, 0);
        migrated(migrations, 0, 1);

        assertThat(migrations.jobs().read(JobId.of("implicit"), Requests.read(block(0), now), now))
                .isEqualTo(ReadOutcome.IN_MEMORY);
        assertThat(migrations.jobs().read(JobId.of("implicit"), Requests.read(block(1), now), now))
                .isEqualTo(ReadOutcome.IN_MEMORY);
        assertThat(migrations.jobs().read(JobId.of("explicit"), Requests.read(block(1), now), now))
                .isEqualTo(ReadOutcome.IN_MEMORY);

        assertThat(evictions(migrations, 0)).containsExactly(new Eviction("n0", block(0), EvictionReason.READ));
        assertThat(state(1)).isEqualTo(BlockState.PINNED);
        migrations.jobs().release(JobId.of("explicit"), now);
        assertThat(state(1)).isEqualTo(BlockState.LEAVING);
    }

    @Test
    void memoryIsTakenUntilTheAgentSaysThatItLetGo() {
        join(migrations, 0, 102 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 2, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        assertThat(poll(migrations, 0)).isEqualTo(blocks(0, 1));
        migrated(migrations, 0, 0);
        assertThat(poll(migrations, 0)).as("no room").isEmpty();
        migrations.jobs().read(JobId.of("a"), Requests.read(block(0), now), now);
        assertThat(poll(migrations, 0)).as("told to let go, but has not yet").isEmpty();
        migrations.agents().dropped("n0", block(0), "", now);
        assertThat(poll(migrations, 0)).isEqualTo(blocks(1, 2));
    }

    @Test
    void aMigrationThatWaitsIsDiscardedOnceItsReadWasMissed() {
        join(migrations, 0, 102 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 3, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        migrations.jobs().hint(Requests.hint("b", range(2, 3, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        assertThat(migrations.jobs().read(JobId.of("a"), Requests.read(block(1), now), now))
                .isEqualTo(ReadOutcome.STILL_WAITING);
        assertThat(migrations.jobs().read(JobId.of("a"), Requests.read(block(2), now), now))
                .isEqualTo(ReadOutcome.STILL_WAITING);
        assertThat(migrations.views().status(block(1), now)).isEmpty();
        assertThat(state(2)).as("b waits for it").isEqualTo(BlockState.PENDING);
        assertThat(migrations.views().status(block(2), now).orElseThrow().why()).contains("room in memory");

        assertThat(migrations.jobs().read(JobId.of("a"), Requests.read(block(0), now), now))
                .isEqualTo(ReadOutcome.STILL_ARRIVING);
        assertThat(evictions(migrations, 0)).containsExactly(new Eviction("n0", block(0), EvictionReason.WITHDRAWN));
    }

    /** After a coordinator's start, agents join one after the other. */
    @Test
    void whatAJoiningAgentHasInMemoryIsNotWaitedForElsewhere() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0, 1), EXPLICIT, WHENEVER, now), now);
        assertThat(poll(migrations, 0)).containsExactly(block(0));
        List<PinnedBlock> held = List.of(new PinnedBlock(block(0), 0, BLOCK));
        migrations.agents().join("n1", "n1", List.of(new DeviceDescription(1e8)), 1000 * MB, held, now);

        assertThat(state(0)).isEqualTo(BlockState.PINNED);
        assertThat(evictions(migrations, 1)).isEmpty();
        assertThat(evictions(migrations, 0)).containsExactly(new Eviction("n0", block(0), EvictionReason.ELSEWHERE));
        assertThat(migrated(migrations, 0, 0)).isEqualTo(ReportOutcome.NOT_BOUND);
        assertThat(migrations.agents().dropped("n0", block(0), "as told", now)).isEqualTo(ReportOutcome.REPEATED);
        assertThat(evictions(migrations, 0)).isEmpty();
        assertThat(migrations.views().agents(now))
                .extracting(AgentStatus::pinned, AgentStatus::reserved)
                .containsExactlyInAnyOrder(tuple(0L, 0L), tuple(MemoryBudget.locked(BLOCK), 0L));
    }

    @Test
    void aReadThatHasBegunComesBeforeWhatIsStillOnItsWay() {
        join(migrations, 0, 102 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 2, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        assertThat(migrations.jobs().read(JobId.of("a"), Requests.begun(block(1), now), now))
                .isEqualTo(ReadOutcome.STILL_WAITING);
        assertThat(migrations.views().status(block(1), now)).isEmpty();
        assertThat(migrations.jobs().read(JobId.of("a"), Requests.begun(block(0), now), now))
                .isEqualTo(ReadOutcome.STILL_ARRIVING);
        assertThat(evictions(migrations, 0)).containsExactly(new Eviction("n0", block(0), EvictionReason.WITHDRAWN));
        assertThat(migrations.jobs().read(JobId.of("a"), Requests.read(block(1), now), now))
                .isEqualTo(ReadOutcome.UNKNOWN);
    }

    @Test
    void aReadThatHasBegunLeavesInMemoryWhatIsThere() {
        join(migrations, 0, 102 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        migrated(migrations, 0, 0);
        assertThat(migrations.jobs().read(JobId.of("a"), Requests.begun(block(0), now), now))
                .isEqualTo(ReadOutcome.IN_MEMORY);
        assertThat(evictions(migrations, 0)).isEmpty();
        assertThat(migrations.jobs().read(JobId.of("a"), Requests.read(block(0), now), now))
                .isEqualTo(ReadOutcome.IN_MEMORY);
        assertThat(evictions(migrations, 0)).hasSize(1);
    }

    @Test
    void anExplicitJobsMissedReadDiscardsTheMigrationToo() {
        join(migrations, 0, 0);
        join(migrations, 1, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0, 1), EXPLICIT, WHENEVER, now), now);
        migrations.jobs().read(JobId.of("a"), Requests.read(block(0), now), now);
        assertThat(state(0)).isEqualTo(BlockState.IDLE);
        assertThat(poll(migrations, 1)).isEmpty();
        migrations.jobs().release(JobId.of("a"), now);
        assertThat(migrations.views().blocks()).isZero();
    }

    @Test
    void aSilentJobsClaimsExpireAndOneThatRenewsKeepsThem() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("silent", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        migrations.jobs().hint(Requests.hint("alive", range(1, 2, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        migrated(migrations, 0, 0);
        migrated(migrations, 0, 1);
        now = 29 * SECOND;
        assertThat(migrations.jobs().renewLease(JobId.of("alive"), 30 * SECOND, now))
                .isTrue();
        assertThat(expire(migrations).jobs()).isEmpty();
        now = 31 * SECOND;
        ExpiryResult expired = expire(migrations);
        assertThat(expired.jobs()).containsExactly(JobId.of("silent"));
        assertThat(migrations.jobs().renewLease(JobId.of("silent"), 30 * SECOND, now))
                .isFalse();
        assertThat(evictions(migrations, 0))
                .containsExactly(new Eviction("n0", block(0), EvictionReason.LEASE_EXPIRED));
        assertThat(state(1)).isEqualTo(BlockState.PINNED);
    }

    @Test
    void whatNobodyClaimsGoesOldestFirstAndOnlyForRoomOrAfterAWhile() {
        Migrations keeping = migrations(600 * SECOND);
        join(keeping, 0, 205 * MB);
        keeping.jobs().hint(Requests.hint("a", range(0, 2, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        poll(keeping, 0);
        migrated(keeping, 0, 0);
        migrated(keeping, 0, 1);
        keeping.jobs().read(JobId.of("a"), Requests.read(block(1), now), now);
        now += SECOND;
        keeping.jobs().read(JobId.of("a"), Requests.read(block(0), now), now);
        assertThat(evictions(keeping, 0)).isEmpty();

        keeping.jobs().hint(Requests.hint("b", List.of(pending(7, 50 * MB, 0)), IMPLICIT, WHENEVER, now), now);
        assertThat(poll(keeping, 0)).isEmpty();
        assertThat(evictions(keeping, 0)).containsExactly(new Eviction("n0", block(1), EvictionReason.MADE_ROOM));
        keeping.agents().dropped("n0", block(1), "", now);
        assertThat(poll(keeping, 0)).containsExactly(block(7));

        now += 601 * SECOND;
        expire(keeping);
        assertThat(evictions(keeping, 0)).contains(new Eviction("n0", block(0), EvictionReason.UNUSED));
    }

    @Test
    void aHeldBlockOutlivesItsReaders() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("reader", range(0, 1, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        migrations.jobs().retain(JobId.of("next"), new SourceFile("/", 1, 1, 1), range(0, 1, BLOCK, 0), now);
        poll(migrations, 0);
        migrated(migrations, 0, 0);
        migrations.jobs().read(JobId.of("reader"), Requests.read(block(0), now), now);
        assertThat(state(0)).isEqualTo(BlockState.PINNED);
        migrations.jobs().read(JobId.of("next"), Requests.read(block(0), now), now);
        assertThat(state(0)).as("its own read does not end a hold").isEqualTo(BlockState.PINNED);
        migrations.jobs().release(JobId.of("next"), blocks(0, 1), now);
        assertThat(state(0)).isEqualTo(BlockState.LEAVING);
    }

    @Test
    void aBlockOnItsWayOutStaysIfAJobAsksInTime() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        migrated(migrations, 0, 0);
        migrations.jobs().read(JobId.of("a"), Requests.read(block(0), now), now);
        migrations.jobs().hint(Requests.hint("b", range(0, 1, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        assertThat(state(0)).isEqualTo(BlockState.PINNED);
        assertThat(evictions(migrations, 0)).isEmpty();

        migrations.jobs().read(JobId.of("b"), Requests.read(block(0), now), now);
        assertThat(evictions(migrations, 0)).hasSize(1);
        migrations.jobs().hint(Requests.hint("c", range(0, 1, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        assertThat(state(0)).as("too late: the agent has been told").isEqualTo(BlockState.LEAVING);
        migrations.agents().dropped("n0", block(0), "", now);
        assertThat(poll(migrations, 0)).isEqualTo(blocks(0, 1));
    }

    @Test
    void aFailedMigrationIsTriedElsewhereAndThenGivenUpWithTheReason() {
        join(migrations, 0, 1000 * MB);
        join(migrations, 1, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0, 1), EXPLICIT, WHENEVER, now), now);
        assertThat(poll(migrations, 0)).hasSize(1);
        migrations.agents().dropped("n0", block(0), "the block file is not readable", now);
        assertThat(poll(migrations, 0)).isEmpty();
        assertThat(poll(migrations, 1)).hasSize(1);
        migrations.agents().dropped("n1", block(0), "the lock limit is too low", now);
        BlockStatus status = migrations.views().status(block(0), now).orElseThrow();
        assertThat(status.state()).isEqualTo(BlockState.IDLE);
        assertThat(status.why())
                .isEqualTo("every agent asked for it failed, the last: n1/0: the lock limit is too low");
    }

    /** As after a job that reads from disk: its tasks kept the device from the migration, and read the block at last. */
    @Test
    void aDeviceThatOthersKeptBusyIsAsFastAsBeforeOnceTheyAreDone() {
        for (long served : new long[] {0, 20 * SECOND}) {
            Migrations fresh = migrations(60 * SECOND);
            join(fresh, 0, 1000 * MB);
            fresh.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
            assertThat(poll(fresh, 0)).hasSize(1);
            now += 20 * SECOND;
            fresh.agents().poll("n0", List.of(new DeviceReport(0, blocks(0, 1), 20 * SECOND, 1)), now);
            assertThat(bytesPerSecond(fresh)).as("while it waits").isCloseTo(5e6, within(1e3));
            fresh.jobs().read(JobId.of("a"), Requests.begun(block(0), now), now);
            fresh.agents().failed("n0", block(0), "called off", served, now);
            assertThat(bytesPerSecond(fresh)).isCloseTo(served == 0 ? 1e8 : 5e6, within(1e3));
        }
    }

    private double bytesPerSecond(Migrations of) {
        return of.views().agents(now).get(0).devices().get(0).bytesPerSecond();
    }

    @Test
    void whatALostAgentHadIsMigratedElsewhere() {
        join(migrations, 0, 1000 * MB);
        join(migrations, 1, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 2, BLOCK, 0, 1), EXPLICIT, WHENEVER, now), now);
        assertThat(poll(migrations, 0)).hasSize(1);
        migrated(migrations, 0, 0);
        migrations.agents().lose("n0", now);
        assertThat(migrations.agents().poll("n0", List.of(), now)).isEmpty();
        now += SECOND;
        assertThat(poll(migrations, 1)).containsExactlyInAnyOrderElementsOf(blocks(0, 2));
        assertThat(migrated(migrations, 0, 0)).isEqualTo(ReportOutcome.UNKNOWN_AGENT);
    }

    @Test
    void aNewCoordinatorTakesOverWhatAgentsHavePinned() {
        List<PinnedBlock> pinned = List.of(
                new PinnedBlock(block(0), 0, BLOCK),
                new PinnedBlock(block(1), 0, BLOCK),
                new PinnedBlock(block(2), 9, BLOCK));
        migrations.agents().join("n0", "n0", List.of(new DeviceDescription(1e8)), 1000 * MB, pinned, now);
        migrations.jobs().hint(Requests.hint("back", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        assertThat(state(0)).isEqualTo(BlockState.PINNED);
        assertThat(evictions(migrations, 0)).containsExactly(new Eviction("n0", block(2), EvictionReason.NOT_BOUND));
        migrations.agents().dropped("n0", block(2), "", now);
        now += 29 * SECOND;
        migrations.jobs().renewLease(JobId.of("back"), 30 * SECOND, now);
        now += 2 * SECOND;
        expire(migrations);
        assertThat(evictions(migrations, 0)).containsExactly(new Eviction("n0", block(1), EvictionReason.UNUSED));
        assertThat(state(0)).isEqualTo(BlockState.PINNED);
    }

    /** As an agent does whose node is short of memory. */
    @Test
    void anAgentWithASmallerBudgetKeepsWhatJobsWaitFor() {
        List<PinnedBlock> pinned = List.of(
                new PinnedBlock(block(0), 0, BLOCK),
                new PinnedBlock(block(1), 0, BLOCK),
                new PinnedBlock(block(2), 0, BLOCK));
        List<DeviceDescription> devices = List.of(new DeviceDescription(1e8));
        migrations.agents().join("n0", "n0", devices, 4 * BLOCK, pinned, now);
        migrations.jobs().hint(Requests.hint("a", range(2, 3, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        migrations.agents().join("n0", "n0", devices, 2 * BLOCK - MB, pinned, now);
        assertThat(state(2)).isEqualTo(BlockState.PINNED);
        assertThat(evictions(migrations, 0))
                .containsExactly(
                        new Eviction("n0", block(0), EvictionReason.OVER_BUDGET),
                        new Eviction("n0", block(1), EvictionReason.OVER_BUDGET));
        migrations.agents().dropped("n0", block(0), "", now);
        migrations.agents().dropped("n0", block(1), "", now);
        assertThat(evictions(migrations, 0)).isEmpty();
    }

    @Test
    void nonsenseFromAnAgentIsAnsweredAndChangesNothing() {
        join(migrations, 0, 1000 * MB);
        join(migrations, 1, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0, 1), EXPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        assertThat(migrated(migrations, 1, 0)).isEqualTo(ReportOutcome.NOT_BOUND);
        assertThat(migrated(migrations, 1, 99)).isEqualTo(ReportOutcome.NOT_BOUND);
        assertThat(evictions(migrations, 1)).hasSize(2);
        assertThat(migrations.agents().migrated("n0", block(0), BLOCK, 0, Long.MIN_VALUE, now))
                .isEqualTo(ReportOutcome.ACCEPTED);
        assertThat(migrations.agents().migrated("n0", block(0), BLOCK, 0, SECOND, now))
                .isEqualTo(ReportOutcome.REPEATED);
        assertThat(migrations.views().agents(now).get(0).devices().get(0).bytesPerSecond())
                .isEqualTo(1e8);
        assertThatThrownBy(() -> migrations
                        .agents()
                        .poll("n0", List.of(new DeviceReport(3, List.of(), 0, Integer.MAX_VALUE)), now))
                .hasMessage("n0: expected a device below 1, got 3");
    }

    @Test
    void aBlockOfAnotherLengthIsLetGo() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        assertThat(migrations.agents().migrated("n0", block(0), 7, 0, SECOND, now))
                .isEqualTo(ReportOutcome.WRONG_LENGTH);
        assertThat(evictions(migrations, 0)).containsExactly(new Eviction("n0", block(0), EvictionReason.WRONG_LENGTH));
        migrations.agents().dropped("n0", block(0), "", now);
        assertThat(state(0)).as("it is not asked for there again").isEqualTo(BlockState.IDLE);
    }

    @Test
    void aRewrittenFilesBlocksGoWhoeverClaimsThem() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 3, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        migrated(migrations, 0, 0);
        migrations.jobs().invalidate(blocks(0, 3), now);
        assertThat(evictions(migrations, 0)).extracting(Eviction::reason).containsOnly(EvictionReason.INVALID);
        migrations.agents().dropped("n0", block(0), "", now);
        migrations.agents().dropped("n0", block(1), "", now);
        assertThat(migrations.views().blocks()).isZero();
    }

    /** Its clock may be wrong, or its caller may think that 0 means now. */
    @Test
    void whoNamesATimeInThePastGoesBeforeNobodyWhoIsDueNow() {
        now = 1000 * SECOND;
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("honest", range(0, 1, BLOCK, 0), EXPLICIT, now, now), now);
        migrations.jobs().hint(Requests.hint("skewed", range(1, 2, BLOCK, 0), EXPLICIT, 0, now), now);
        assertThat(poll(migrations, 0)).containsExactly(block(0), block(1));
    }

    @Test
    void aHintWithoutATimeWaitsFiveMinutesAtMostForThoseThatHaveOne() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("patient", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        now += 290 * SECOND;
        migrations.jobs().hint(Requests.hint("stream", range(10, 13, BLOCK, 0), EXPLICIT, now + 5 * SECOND, now), now);
        migrations.jobs().hint(Requests.hint("stream", range(20, 23, BLOCK, 0), EXPLICIT, now + 20 * SECOND, now), now);
        assertThat(poll(migrations, 0)).isEqualTo(blocks(10, 12));
        migrated(migrations, 0, 10);
        migrated(migrations, 0, 11);
        assertThat(poll(migrations, 0)).containsExactly(block(12), block(0));
    }

    /** 40 of 100 MB were in the page cache: the other 60 took 0.9 of the 1.1 seconds since the block was bound. */
    @Test
    void aPartlyCachedMigrationTeachesByWhatCameFromTheDevice() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        now += SECOND;
        assertThat(migrations.agents().migrated("n0", block(0), BLOCK, 40 * MB, SECOND * 9 / 10, now))
                .isEqualTo(ReportOutcome.ACCEPTED);
        assertThat(bytesPerSecond(migrations)).isBetween(65e6, 95e6);
    }

    /** Both devices of the node have a queue of one block each in mind, and all memory is full of what nobody claims. */
    @Test
    void roomIsMadeForAllDevicesOfAnAgentAtOnce() {
        Migrations keeping = migrations(600 * SECOND);
        keeping.agents()
                .join(
                        "n0",
                        "n0",
                        List.of(new DeviceDescription(1e7), new DeviceDescription(1e7)),
                        405 * MB,
                        List.of(),
                        now);
        List<PendingMigration> first = List.of(on(0, 0), on(1, 0), on(2, 1), on(3, 1));
        keeping.jobs().hint(Requests.hint("a", first, IMPLICIT, WHENEVER, now), now);
        for (PendingMigration each : first) {
            now += SECOND;
            keeping.agents()
                    .poll(
                            "n0",
                            List.of(
                                    new DeviceReport(0, List.of(), 0, Integer.MAX_VALUE),
                                    new DeviceReport(1, List.of(), 0, Integer.MAX_VALUE)),
                            now);
            keeping.agents().migrated("n0", each.block(), BLOCK, 0, SECOND / 10, now);
        }
        first.forEach(each -> keeping.jobs().read(JobId.of("a"), Requests.read(each.block(), now), now));

        keeping.jobs().hint(Requests.hint("b", List.of(on(10, 0), on(11, 1)), IMPLICIT, WHENEVER, now), now);
        now += SECOND;

        assertThat(keeping.agents()
                        .poll(
                                "n0",
                                List.of(
                                        new DeviceReport(0, List.of(), 0, Integer.MAX_VALUE),
                                        new DeviceReport(1, List.of(), 0, Integer.MAX_VALUE)),
                                now)
                        .orElseThrow()
                        .evict())
                .as("a block for each device, which queues one beside the one that runs")
                .hasSize(4);
    }

    private static PendingMigration on(int id, int device) {
        return new PendingMigration(block(id), BLOCK, List.of(new DeviceId("n0", device)));
    }

    @Test
    void rejectionsCarryTheirReasons() {
        join(migrations, 0, 50 * MB);
        migrations.jobs().hint(Requests.hint("a", range(5, 6, 10 * MB, 0), EXPLICIT, WHENEVER, now), now);
        List<Rejection> rejections = migrations
                .jobs()
                .hint(
                        Requests.hint(
                                "a",
                                List.of(
                                        pending(0, BLOCK, 0),
                                        pending(1, BLOCK),
                                        pending(2, BLOCK, 0, 1),
                                        pending(5, BLOCK, 0)),
                                EXPLICIT,
                                WHENEVER,
                                now),
                        now);
        assertThat(state(2)).as("n1 may join with more memory").isEqualTo(BlockState.PENDING);
        assertThat(rejections)
                .containsExactly(
                        new Rejection(block(0), Rejection.Reason.LARGER_THAN_MEMORY),
                        new Rejection(block(1), Rejection.Reason.NO_REPLICA),
                        new Rejection(block(5), Rejection.Reason.LENGTH_CHANGED));
    }

    @Test
    void saysWhenABlockIsExpectedAndWhatComesAndGoes() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("a", range(0, 2, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        poll(migrations, 0);
        BlockStatus second = migrations.views().status(block(1), now).orElseThrow();
        assertThat(second.expectedIn().orElseThrow()).isBetween(1.99 * SECOND, 2.01 * SECOND);
        assertThat(second.device()).isEqualTo(Optional.of(device(0)));
        assertThat(second.jobs()).containsExactly("a");
        migrated(migrations, 0, 0);
        migrations.jobs().read(JobId.of("a"), Requests.read(block(0), now), now);
        migrations.agents().dropped("n0", block(0), "", now);
        assertThat(heard).containsExactly("0 BOUND", "1 BOUND", "0 PINNED", "0 LEAVING", "0 IDLE");
    }

    /** The first may have lost the right to read it. */
    @Test
    void aFileIsCheckedAsWhoHasHintedItLast() {
        join(migrations, 0, 1000 * MB);
        SourceFile version = new SourceFile("/f", 1, BLOCK, 1);
        for (String user : List.of("alice", "bob")) {
            migrations
                    .jobs()
                    .hint(
                            new JobRegistry.HintRequest(
                                    new JobId(user, "job"),
                                    Optional.of(version),
                                    range(0, 1, BLOCK, 0),
                                    EXPLICIT,
                                    WHENEVER,
                                    HintMark.NONE),
                            now);
        }

        assertThat(migrations.jobs().filesToCheck(10)).isEqualTo(Map.of("bob", List.of(version)));
    }

    private JobRegistry.Release release(String job) {
        return migrations.jobs().release(JobId.of(job), (path, offset, bytes) -> true, now);
    }

    /** A read ends the claim that would be looked at next; a block is hinted for the first time, another one again. */
    @Test
    void aReleaseGoesOnWhileClaimsComeAndGo() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("job", range(0, 4, BLOCK, 0), IMPLICIT, WHENEVER, now), now);
        JobRegistry.Release release = release("job");
        JobRegistry.Release other = release("job");
        assertThat(release.step(1, now)).as("block 3").isTrue();
        assertThat(migrations.views().status(block(3), now)).isEmpty();

        now += SECOND;
        migrations.jobs().read(JobId.of("job"), Requests.read(block(2), now), now);
        migrations.jobs().hint(Requests.hint("job", range(9, 10, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        migrations.jobs().hint(Requests.hint("job", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        while (release.step(1, now)) {
            now++;
        }

        assertThat(release.outcome()).isEqualTo(new JobRegistry.ReleaseOutcome(2, 2 * BLOCK));
        assertThat(other.step(100, now)).isFalse();
        assertThat(other.outcome().references()).isZero();
        assertThat(migrations.views().job(JobId.of("job")).orElseThrow().claims())
                .isEqualTo(2);
        assertThat(poll(migrations, 0)).containsExactlyInAnyOrder(block(0), block(9));
    }

    /** Its name is free at once: whoever hints under it meanwhile begins another job. */
    @Test
    void aJobThatEndsStepByStepIsNotKnownFromTheFirst() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("job", range(0, 3, BLOCK, 0), EXPLICIT, WHENEVER, now), now);

        JobRegistry.Release release = migrations.jobs().releaseAll(JobId.of("job"), now);
        assertThat(migrations.views().job(JobId.of("job"))).isEmpty();
        assertThat(release.step(1, now)).isTrue();
        migrations.jobs().hint(Requests.hint("job", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        assertThat(release.step(2, now)).isFalse();

        assertThat(release.outcome().references()).isEqualTo(3);
        assertThat(migrations.views().job(JobId.of("job")).orElseThrow().claims())
                .isEqualTo(1);
        assertThat(poll(migrations, 0)).containsExactly(block(0));
        assertThat(release("nobody").step(1, now)).isFalse();
    }

    @Test
    void whatIsRetainedDuringAReleaseStays() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("job", range(0, 3, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        JobRegistry.Release release = release("job");
        assertThat(release.step(1, now)).as("block 2").isTrue();

        now += SECOND;
        assertThat(migrations.jobs().retain(JobId.of("job"), new SourceFile("/", 1, 1, 1), range(0, 1, BLOCK, 0), now))
                .containsExactly(block(0));
        assertThat(release.step(10, now)).isFalse();

        assertThat(release.outcome().references()).isEqualTo(2);
        assertThat(migrations.views().status(block(0), now).orElseThrow().jobs())
                .containsExactly("job");
        assertThat(migrations.views().blocks()).isEqualTo(1);
    }

    @Test
    void aJobWhoseLeaseEndsIsGoneAtOnceAndItsClaimsStepByStep() {
        join(migrations, 0, 1000 * MB);
        migrations.jobs().hint(Requests.hint("job", range(0, 5, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        now += 31 * SECOND;
        evictions(migrations, 0);

        assertThat(migrations.expire(now).jobs()).containsExactly(JobId.of("job"));

        assertThat(migrations.views().jobs()).isEmpty();
        assertThat(migrations.views().blocks()).isEqualTo(5);
        assertThat(migrations.releaseExpired(2, now)).isTrue();
        assertThat(migrations.views().blocks()).isEqualTo(3);
        migrations.jobs().hint(Requests.hint("job", range(0, 1, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        assertThat(migrations.releaseExpired(10, now)).isFalse();
        assertThat(migrations.views().job(JobId.of("job")).orElseThrow().claims())
                .as("of the job that came since")
                .isEqualTo(1);
        assertThat(migrations.views().blocks()).isEqualTo(1);
    }

    @Test
    void whatNobodyHasClaimedForTooLongGoesStepByStep() {
        Migrations keeping = migrations(10 * SECOND);
        join(keeping, 0, 1000 * MB);
        keeping.jobs().hint(Requests.hint("job", range(0, 3, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        poll(keeping, 0);
        migrated(keeping, 0, 0);
        migrated(keeping, 0, 1);
        keeping.jobs().release(JobId.of("job"), now);
        now += 11 * SECOND;

        assertThat(keeping.releaseExpired(1, now)).isTrue();
        assertThat(keeping.views().pinned("n0")).hasSize(1);
        assertThat(keeping.releaseExpired(2, now)).isFalse();
        assertThat(keeping.views().pinned("n0")).isEmpty();
    }

    /** Nobody could ask for the rest: the job is not known any more. */
    @Test
    void whatABrokenReleaseLeavesGoesAllTheSame() {
        List<BlockState> breaks = new ArrayList<>();
        Migrations breaking = new Migrations(
                new MigrationSettings(SECOND, 30 * SECOND, 0, EstimatorSettings.DEFAULT),
                new LateBinder(),
                (use, time) -> time - use.lastUse(),
                (id, state, device) -> {
                    if (breaks.remove(state)) {
                        throw new IllegalStateException("broken");
                    }
                },
                0);
        join(breaking, 0, 1000 * MB);
        breaking.jobs().hint(Requests.hint("job", range(0, 2, BLOCK, 0), EXPLICIT, WHENEVER, now), now);
        poll(breaking, 0);
        migrated(breaking, 0, 0);
        migrated(breaking, 0, 1);
        JobRegistry.Release release = breaking.jobs().releaseAll(JobId.of("job"), now);
        breaks.add(BlockState.LEAVING);
        assertThatThrownBy(() -> release.step(10, now)).hasMessage("broken");

        expire(breaking);

        for (BlockId each : blocks(0, 2)) {
            BlockStatus status = breaking.views().status(each, now).orElseThrow();
            assertThat(status.jobs()).isEmpty();
            assertThat(status.state()).isEqualTo(BlockState.LEAVING);
        }
    }
}
