package io.tiercel.coordinator.state;

import io.tiercel.cache.EvictionPolicies;
import io.tiercel.coordinator.state.RefusedCallException.Kind;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.bind.MigrationBinders;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.model.BlockId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** What the desks share. Guarded, as they are, by the one lock of {@link CoordinatorState}. */
final class World {
    final Clock clock;
    final StateSettings settings;
    final long started;
    final long startedMillis;
    final Migrations migrations;
    final AgentTable agents = new AgentTable();
    final Map<String, JobEntry> jobs = new LinkedHashMap<>();
    final Map<BlockId, BlockRecord> blocks = new HashMap<>();
    final Map<String, TrackedFile> files = new LinkedHashMap<>();

    /** Blocks of which the migrations have said that something changed. */
    final Set<BlockId> changed = new LinkedHashSet<>();

    /** Where readers are sent; nowhere until somebody can send them. */
    PinnedReplicaLists pins = new PinnedReplicaLists(RemoteReads.NEVER);

    /** Forgets up to so many blocks that nobody would miss. */
    IntConsumer spare = none -> {};

    long pendingBytes;

    /** @param seed of a binder that makes random choices */
    World(StateSettings settings, Clock clock, long seed) {
        this.settings = settings;
        this.clock = clock;
        started = clock.now();
        startedMillis = clock.millis();
        migrations = new Migrations(
                settings.migrations(),
                MigrationBinders.named(settings.binder(), seed),
                EvictionPolicies.named(settings.eviction())::age,
                this::changed);
    }

    private void changed(BlockId block, BlockState state, Optional<DeviceId> device) {
        changed.add(block);
    }

    /**
     * Whether agents may still be on their way to register, as after a restart: then a block whose node has none waits, and
     * is not refused.
     */
    boolean agentsMayCome(long now) {
        return now - started < settings.agentLease();
    }

    /** Whether an agent that is not there may be on its way: none has had time to register, or this one was lost just now. */
    boolean mayCome(AgentSession agent, long now) {
        return agentsMayCome(now) || agent.lost && now - agent.lostAt < settings.agentLease();
    }

    BlockRecord record(BlockId id) {
        BlockRecord known = blocks.get(id);
        if (known != null) {
            return known;
        }
        if (full()) {
            spare.accept(1);
        }
        if (full()) {
            throw tooMuch();
        }
        BlockRecord record = new BlockRecord(id);
        blocks.put(id, record);
        return record;
    }

    boolean full() {
        return blocks.size() >= settings.mostBlocks();
    }

    /** @throws StateException if not all of these could have records */
    void requireRoom(Collection<BlockId> more) {
        long over = over(more);
        // What is spared may be among what is wanted: then there is no more room than before.
        for (int before = -1; over > 0 && blocks.size() != before; over = over(more)) {
            before = blocks.size();
            spare.accept((int) Math.min(over, Integer.MAX_VALUE));
        }
        if (over > 0) {
            throw tooMuch();
        }
    }

    private long over(Collection<BlockId> more) {
        long unknown = more.stream().filter(id -> !blocks.containsKey(id)).count();
        return blocks.size() + unknown - settings.mostBlocks();
    }

    private RefusedCallException tooMuch() {
        return new RefusedCallException(
                Kind.TOO_MUCH,
                "more than " + settings.mostBlocks()
                        + " blocks are hinted and watched together; raise tiercel.coordinator.blocks.most");
    }

    void forgetIfIdle(BlockRecord record) {
        TrackedFile file = record.file;
        if (record.jobs.isEmpty() && file != null) {
            file.blocks.remove(record);
            if (file.blocks.isEmpty()) {
                files.remove(file.path(), file);
            }
            record.file = null;
        }
        if (record.idle()) {
            blocks.remove(record.id);
        }
    }

    @Nullable
    JobEntry job(String name) {
        return jobs.get(name);
    }

    /** The job of that name, which has to be the user's. */
    Optional<JobEntry> job(String user, String name) {
        JobEntry job = jobs.get(name);
        if (job != null && !job.user.equals(user)) {
            throw new RefusedCallException(
                    Kind.NOT_YOURS, "job " + name + " is of user " + job.user + ", not of " + user);
        }
        return Optional.ofNullable(job);
    }
}
