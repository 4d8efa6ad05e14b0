package io.tiercel.migrate;

import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.FileRegistry;
import io.tiercel.migrate.ledger.JobEntry;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.migrate.status.MigrationViews;
import io.tiercel.model.BlockUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * All that a coordinator decides about migrations, and the only owner of its jobs, files, blocks, agents and devices. Jobs hint what they
 * will read, agents poll for work and report, and each poll is answered with what to let go and what to bring in. Soft state only: agents
 * that join say what they have, jobs hint anew.
 *
 * <p>Not safe for use by several threads; the host serialises all calls. Time is nanoseconds since an arbitrary origin and
 * must not go back from call to call.
 */
public final class Migrations {
    /** Which of the blocks that nobody claims goes first when room is needed; an eviction policy's {@code age} fits. */
    public interface EvictionOrder {
        /** The greatest age goes first, of equal ones the block that has been unclaimed for longest. Never NaN. */
        double age(BlockUse use, long now);
    }

    /** The jobs and the agents whose lease has ended. */
    public record ExpiryResult(List<JobId> jobs, List<String> agents) {}

    private final ReferenceLedger ledger;
    private final AgentRegistry agents;
    private final BlockLifecycle lifecycle;
    private final WorkDispatcher dispatcher;
    private final AgentCalls calls;
    private final JobRegistry jobs;
    private final MigrationViews views;
    private boolean keepsUnclaimed;

    /**
     * @param binder of its own
     * @param order of eviction among blocks that nobody claims
     * @param listener follows blocks that come and go
     * @param started nanoseconds, now
     */
    public Migrations(
            MigrationSettings settings,
            MigrationBinder binder,
            EvictionOrder order,
            BlockStateListener listener,
            long started) {
        PendingQueue pending = new PendingQueue();
        FileRegistry files = new FileRegistry();
        ledger = new ReferenceLedger(settings.lease(), files);
        agents = new AgentRegistry(settings.estimator(), settings.agentLease(), started);
        lifecycle = new BlockLifecycle(settings, ledger, pending, binder, listener);
        dispatcher = new WorkDispatcher(settings, agents, pending, binder, order, lifecycle);
        calls = new AgentCalls(ledger, agents, lifecycle, dispatcher);
        jobs = new JobRegistry(ledger, files, agents, calls, lifecycle, dispatcher);
        views = new MigrationViews(settings.pollInterval(), settings.estimator(), ledger, agents, pending, binder);
    }

    /** Ends the jobs and agents that were silent for longer than their lease, and lets go of blocks that nobody has claimed for too long. */
    public ExpiryResult expire(long now) {
        dispatcher.markStale();
        List<JobId> ended = new ArrayList<>();
        for (JobEntry job : ledger.expired(now)) {
            ended.add(job.id);
            jobs.end(job, EvictionReason.LEASE_EXPIRED, now);
        }
        if (!keepsUnclaimed) {
            evictUnclaimed(now);
        }
        return new ExpiryResult(ended, calls.expire(now));
    }

    private void evictUnclaimed(long now) {
        for (AgentEntry agent : agents.alive()) {
            Collection<BlockEntry> unclaimed = agent.memory().unclaimed;
            while (!unclaimed.isEmpty() && unclaimed.iterator().next().time() <= now) {
                lifecycle.evict(unclaimed.iterator().next(), EvictionReason.UNUSED);
            }
        }
    }

    /** Whether blocks that nobody claims stay for longer than their time. They go all the same if their room is needed. */
    public void keepUnclaimed(boolean stays) {
        keepsUnclaimed = stays;
    }

    /** The host did not run for so long: silence in this time does not count. Nanoseconds. */
    public void extendLeases(long nanos, long now) {
        ledger.extendLeases(nanos, now);
        calls.extendLeases(nanos, now);
    }

    /** Recomputes all targets now. A poll does so by itself when it is time. */
    public void retarget(long now) {
        dispatcher.retarget(now);
    }

    public JobRegistry jobs() {
        return jobs;
    }

    public AgentCalls agents() {
        return calls;
    }

    public MigrationViews views() {
        return views;
    }
}
