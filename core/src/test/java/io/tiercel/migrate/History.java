package io.tiercel.migrate;

import static io.tiercel.migrate.ledger.Samples.SECOND;
import static io.tiercel.migrate.ledger.Samples.block;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.migrate.AgentCalls.PinnedBlock;
import io.tiercel.migrate.AgentOrders.BoundMigration;
import io.tiercel.migrate.JobRegistry.ReadOutcome;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.NaiveLedger;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.migrate.status.AgentStatus;
import io.tiercel.migrate.status.BlockStatus;
import io.tiercel.migrate.status.JobStatus;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** One seeded history of jobs and agents, some of which die, with a naive ledger beside the shipping one. */
final class History {
    private static final long LEASE = 20 * SECOND;
    private static final int BLOCKS = 14;
    private static final int JOBS = 4;

    private final Random random;
    private final String seed;
    private final NaiveLedger model = new NaiveLedger(LEASE);
    private final Migrations migrations;
    private final List<FakeAgent> agents = new ArrayList<>();
    private final List<Long> sizes = new ArrayList<>();
    private final List<List<DeviceId>> replicas = new ArrayList<>();

    private final Set<EvictionReason> seen = EnumSet.noneOf(EvictionReason.class);

    /** By block, where the shipping ledger says it is. */
    private final Map<BlockId, DeviceId> places = new HashMap<>();

    private boolean beingInvalidated;
    private long now;

    History(long seed) {
        this.seed = "seed " + seed;
        random = new Random(seed);
        MigrationBinder binder = MigrationBinder.named(
                MigrationBinder.names()
                        .get(random.nextInt(MigrationBinder.names().size())),
                seed);
        long retention = random.nextBoolean() ? 0 : 5 * SECOND;
        migrations = new Migrations(
                new MigrationSettings(SECOND, LEASE, retention, EstimatorSettings.DEFAULT),
                binder,
                (use, time) -> time - use.lastUse(),
                this::changed,
                0);
        for (int agent = 0; agent < 1 + random.nextInt(4); agent++) {
            agents.add(new FakeAgent("n" + agent, random.nextInt(5) * 3_000_000L, 1 + random.nextInt(2)));
            join(agents.get(agent));
        }
        for (int id = 0; id < BLOCKS; id++) {
            sizes.add(1L + random.nextInt(3_000_000));
            List<DeviceId> copies = new ArrayList<>();
            for (FakeAgent agent : agents) {
                if (random.nextInt(3) > 0) {
                    copies.add(new DeviceId(agent.name, random.nextInt(agent.devices)));
                }
            }
            replicas.add(copies);
        }
    }

    private void changed(BlockId block, BlockState state, DeviceId device) {
        if (state == BlockState.LEAVING && !beingInvalidated) {
            assertThat(model.claimants(block))
                    .as("%s: %s leaves, claimed", seed, block)
                    .isEmpty();
        }
        if (places.containsKey(block)) {
            assertThat(device).as("%s: %s is in two places", seed, block).isEqualTo(places.get(block));
        }
        if (state == BlockState.IDLE) {
            places.remove(block);
        } else {
            places.put(block, device);
        }
    }

    /** Runs the history, and says for which reasons agents let go of blocks in it. */
    Set<EvictionReason> run(int steps) {
        for (int step = 0; step < steps; step++) {
            now += random.nextInt(4) == 0 ? random.nextLong(3 * SECOND) : random.nextLong(SECOND / 10);
            step();
            check();
        }
        end();
        return seen;
    }

    private void step() {
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> hint();
            case 3 -> hold();
            case 4 -> release();
            case 5 -> renew();
            case 6, 7 -> read();
            case 8 -> {
                BlockId block = anyBlock();
                model.invalidate(block);
                beingInvalidated = true;
                migrations.jobs().invalidate(List.of(block), now);
                beingInvalidated = false;
            }
            case 9 -> expire();
            case 10 -> dieOrPart();
            case 11 -> dropUnasked();
            default -> {
                FakeAgent agent = agents.get(random.nextInt(agents.size()));
                if (random.nextInt(3) == 0) {
                    work(agent);
                } else {
                    poll(agent, random.nextInt(6) == 0);
                }
            }
        }
    }

    private String anyJob() {
        return "job" + random.nextInt(JOBS);
    }

    private BlockId anyBlock() {
        return block(random.nextInt(BLOCKS));
    }

    private void hint() {
        String job = anyJob();
        boolean implicit = random.nextBoolean();
        List<PendingMigration> blocks = new ArrayList<>();
        for (int n = random.nextInt(6); n >= 0; n--) {
            int id = random.nextInt(BLOCKS);
            blocks.add(new PendingMigration(block(id), sizes.get(id), replicas.get(id)));
        }
        model.signOnly(job, now);
        // The model cannot know yet what is rejected; a claim that it has too many is taken back below.
        List<Rejection> answer = migrations
                .jobs()
                .hint(
                        Requests.hint(
                                job,
                                blocks,
                                implicit ? EvictionMode.IMPLICIT : EvictionMode.EXPLICIT,
                                random.nextInt(3) == 0 ? now + random.nextLong(20 * SECOND) : Long.MAX_VALUE,
                                now),
                        now);
        List<BlockId> rejected = answer.stream().map(Rejection::block).toList();
        for (PendingMigration each : blocks) {
            if (!rejected.contains(each.block())) {
                model.hint(job, each.block(), each.replicas(), implicit, now);
            }
        }
    }

    private void hold() {
        String job = anyJob();
        int id = random.nextInt(BLOCKS);
        model.signOnly(job, now);
        if (migrations
                .views()
                .place(block(id))
                .filter(place -> place.state() != BlockState.IDLE)
                .isPresent()) {
            model.hold(job, block(id), now);
        }
        PendingMigration kept = new PendingMigration(block(id), sizes.get(id), replicas.get(id));
        migrations.jobs().retain(JobId.of(job), new SourceFile("/" + id, id, 1, 1), List.of(kept), now);
    }

    private void release() {
        String job = anyJob();
        if (random.nextBoolean()) {
            model.release(job);
            migrations.jobs().release(JobId.of(job), now);
        } else {
            BlockId block = anyBlock();
            model.release(job, block);
            migrations.jobs().release(JobId.of(job), List.of(block), now);
        }
    }

    private void renew() {
        String job = anyJob();
        boolean known = model.knows(job);
        assertThat(migrations.jobs().renewLease(JobId.of(job), LEASE, now))
                .as(seed)
                .isEqualTo(known);
        if (known) {
            model.signOnly(job, now);
        }
    }

    private void read() {
        String job = anyJob();
        BlockId block = anyBlock();
        BlockState state =
                migrations.views().status(block, now).map(BlockStatus::state).orElse(BlockState.IDLE);
        boolean begun = state != BlockState.LEAVING && random.nextInt(3) == 0;
        if (!begun || state != BlockState.PINNED) {
            model.read(job, block);
        }
        ReadOutcome outcome = begun
                ? migrations.jobs().read(JobId.of(job), Requests.begun(block, now), now)
                : migrations.jobs().read(JobId.of(job), Requests.read(block, now), now);
        if (outcome == ReadOutcome.IN_MEMORY) {
            assertThat(agents).as("%s: %s", seed, block).anyMatch(agent -> agent.pinned.containsKey(block));
        }
    }

    private void expire() {
        Set<String> ended = model.expire(now);
        assertThat(migrations.expire(now).jobs())
                .extracting(JobId::name)
                .as(seed)
                .containsExactlyInAnyOrderElementsOf(ended);
        boolean mayHaveMore = true;
        while (mayHaveMore) {
            mayHaveMore = migrations.releaseExpired(3, now);
        }
    }

    private void join(FakeAgent agent) {
        List<DeviceDescription> specs = new ArrayList<>();
        for (int device = 0; device < agent.devices; device++) {
            specs.add(new DeviceDescription(1e6 * (1 + random.nextInt(10))));
        }
        List<PinnedBlock> pinned = agent.pinned.values().stream()
                .map(each -> new PinnedBlock(each.block(), each.device(), each.bytes()))
                .toList();
        migrations.agents().join(agent.name, agent.name, specs, agent.budget, pinned, now);
        agent.joined = true;
    }

    /** The agent's process dies, or the coordinator loses sight of one that lives on; at some time it joins again. */
    private void dieOrPart() {
        FakeAgent agent = agents.get(random.nextInt(agents.size()));
        if (!agent.joined) {
            join(agent);
            return;
        }
        if (random.nextBoolean()) {
            agent.die();
        } else {
            agent.forgetQueues();
        }
        migrations.agents().lose(agent.name, now);
        agent.joined = false;
    }

    private void dropUnasked() {
        FakeAgent agent = agents.get(random.nextInt(agents.size()));
        if (agent.joined && !agent.pinned.isEmpty()) {
            BoundMigration victim = agent.pinned.values().iterator().next();
            agent.letGo(victim.block());
            boolean leaving = isLeaving(victim.block(), agent);
            if (isAt(victim.block(), agent) && !leaving) {
                model.failed(victim.block(), places.get(victim.block()));
            }
            migrations.agents().dropped(agent.name, victim.block(), "the block file is gone", now);
        }
    }

    private boolean isAt(BlockId block, FakeAgent agent) {
        return places.containsKey(block) && places.get(block).agent().equals(agent.name);
    }

    private boolean isLeaving(BlockId block, FakeAgent agent) {
        return isAt(block, agent)
                && migrations.views().status(block, now).orElseThrow().state() == BlockState.LEAVING;
    }

    private void poll(FakeAgent agent, boolean answerIsLost) {
        Optional<AgentOrders> orders = migrations.agents().poll(agent.name, agent.reports(), now);
        assertThat(orders.isPresent()).as(seed).isEqualTo(agent.joined);
        if (orders.isEmpty() || answerIsLost) {
            return;
        }
        for (Eviction eviction : orders.get().evict()) {
            seen.add(eviction.reason());
            agent.letGo(eviction.block());
            migrations.agents().dropped(agent.name, eviction.block(), "", now);
        }
        orders.get().migrate().forEach(agent::queue);
    }

    /** Ends the first migration of some queue, well, badly, or with nonsense. */
    private void work(FakeAgent agent) {
        List<BoundMigration> queue = agent.queues.get(random.nextInt(agent.devices));
        if (!agent.joined || queue.isEmpty()) {
            return;
        }
        BoundMigration first = queue.remove(0);
        if (random.nextInt(6) == 0) {
            if (!isLeaving(first.block(), agent)) {
                model.failed(first.block(), new DeviceId(agent.name, first.device()));
            }
            migrations.agents().dropped(agent.name, first.block(), "the file cannot be read", now);
            return;
        }
        agent.pinned.put(first.block(), first);
        long duration = random.nextInt(5) == 0 ? random.nextLong() : 1 + random.nextLong(SECOND);
        migrations.agents().migrated(agent.name, first.block(), first.bytes(), 0, duration, now);
    }

    private void check() {
        for (AgentStatus status : migrations.views().agents(now)) {
            FakeAgent agent = agents.stream()
                    .filter(each -> each.name.equals(status.agent()))
                    .findFirst()
                    .orElseThrow();
            long counted = status.pinned() + status.reserved();
            assertThat(counted).as("%s: counted at %s", seed, agent.name).isLessThanOrEqualTo(agent.budget);
            assertThat(agent.lockedBytes())
                    .as("%s: locked at %s", seed, agent.name)
                    .isLessThanOrEqualTo(agent.budget);
            assertThat(status.pinned())
                    .as("%s: what is counted at %s is what is pinned", seed, agent.name)
                    .isEqualTo(agent.pinnedBytes());
        }
        for (int id = 0; id < BLOCKS; id++) {
            check(block(id));
        }
        assertThat(migrations.views().jobs())
                .as(seed)
                .extracting(job -> job.id().name())
                .containsExactlyInAnyOrderElementsOf(model.jobs());
        assertThat(migrations.views().jobs().stream()
                        .mapToInt(JobStatus::claims)
                        .sum())
                .as(seed)
                .isEqualTo(model.claims());
    }

    private void check(BlockId block) {
        Optional<BlockStatus> status = migrations.views().status(block, now);
        Set<String> claimants = model.claimants(block);
        if (status.isEmpty()) {
            assertThat(claimants).as("%s: %s is unknown", seed, block).isEmpty();
            return;
        }
        assertThat(status.get().jobs()).as("%s: %s", seed, block).containsExactlyInAnyOrderElementsOf(claimants);
        switch (status.get().state()) {
            case IDLE ->
                assertThat(model.wanted(block))
                        .as("%s: %s is idle", seed, block)
                        .isFalse();
            case PENDING ->
                assertThat(model.wanted(block))
                        .as("%s: %s is pending", seed, block)
                        .isTrue();
            default -> assertThat(places).as("%s: %s", seed, block).containsKey(block);
        }
    }

    /** All jobs die; what they claimed becomes free, and nothing stays. */
    private void end() {
        now += LEASE + 1;
        expire();
        for (int round = 0; round < 30; round++) {
            now += SECOND;
            expire();
            for (FakeAgent agent : agents) {
                if (!agent.joined) {
                    join(agent);
                }
                poll(agent, false);
                work(agent);
            }
            check();
        }
        for (FakeAgent agent : agents) {
            assertThat(agent.lockedBytes())
                    .as("%s: left at %s", seed, agent.name)
                    .isZero();
        }
        assertThat(migrations.views().blocks()).as(seed).isZero();
        assertThat(migrations.views().pending()).as(seed).isZero();
    }
}
