package io.tiercel.migrate;

import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.FileRegistry;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.migrate.status.MigrationViews;
import io.tiercel.model.BlockUse;
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

    /**
     * Ends the jobs and agents that were silent for longer than their lease. These jobs are not known any more; what they claim goes by
     * {@link #releaseExpired}.
     */
    public ExpiryResult expire(long now) {
        dispatcher.markStale();
        return new ExpiryResult(jobs.expire(now), calls.expire(now));
    }

    /**
     * Releases up to {@code most} blocks that jobs claim whose lease has ended, and lets go of as many that nobody has claimed for too
     * long. Returns whether any may be left; to be called after {@link #expire} until none are. A job may have a million claims: between
     * two calls others may use the migrations.
     */
    public boolean releaseExpired(int most, long now) {
        dispatcher.markStale();
        int released = jobs.removeClaims(most, now);
        int evicted = keepsUnclaimed ? 0 : evictUnclaimed(most, now);
        return released == most || evicted == most;
    }

    private int evictUnclaimed(int most, long now) {
        int evicted = 0;
        for (AgentEntry agent : agents.alive()) {
            Collection<BlockEntry> unclaimed = agent.memory().unclaimed;
            while (evicted < most
                    && !unclaimed.isEmpty()
                    && unclaimed.iterator().next().time() <= now) {
                lifecycle.evict(unclaimed.iterator().next(), EvictionReason.UNUSED);
                evicted++;
            }
        }
        return evicted;
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
