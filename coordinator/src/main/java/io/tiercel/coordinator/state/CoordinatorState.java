package io.tiercel.coordinator.state;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.coordinator.state.HintHandler.FilePart;
import io.tiercel.hdfs.Batches;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.migrate.BlockStateListener;
import io.tiercel.migrate.JobRegistry.Read;
import io.tiercel.migrate.JobRegistry.Release;
import io.tiercel.migrate.JobRegistry.ReleaseOutcome;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.Migrations.ExpiryResult;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.MigrationPriority;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.migrate.status.ExpectedArrivals;
import io.tiercel.migrate.status.JobLook;
import io.tiercel.migrate.status.JobStatus;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.FileTiers;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.SkipReason;
import io.tiercel.protocol.StatusReply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's one lock, around {@link Migrations}, sessions and subscriptions. Every call is short and waits for nothing else; what
 * takes the file system or the network is done before or after. Times are nanoseconds of the clock's ticker unless they say
 * milliseconds.
 */
public final class CoordinatorState {
    /** A time that lies further than a century away is cut off there. */
    private static final long CENTURY_MILLIS = 100L * 365 * 24 * 3_600_000;

    /** By then agents have joined a coordinator that has started, and its NameNode knows where replicas lie. In nanoseconds. */
    private static final long AGENTS_JOIN = 60_000_000_000L;

    private static final int FILES_BETWEEN_QUOTAS = 256;

    /** Blocks, claims or jobs that are handled before others get the lock. */
    private static final int MOST_AT_ONCE = 256;

    /** Agents have tens of devices each. */
    private static final int AGENTS_AT_ONCE = 16;

    /** Fair: without that, who does much in parts takes it again and again before those who wait for it. */
    private final ReentrantLock lock = new ReentrantLock(true);

    /** Taken before the lock by all but agents. Only one of them waits for the lock at a time, so an agent never waits for many. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private final Clock clock;
    private final long started;
    private final Migrations migrations;
    private final AgentSessions sessions;
    private final ResidencySubscriptions subscriptions;
    private final CoordinatorCounters counters = new CoordinatorCounters();
    private final HintHandler hints;
    private final AgentHandler agents;
    private final StatusMessages messages;

    /** Where readers are sent; nowhere until somebody can send them. */
    private PinnedReplicaLists pins;

    /** Null if nobody has asked lately. */
    private @Nullable ExpectedArrivals arrivals;

    /** @param seed of a binder that makes random choices */
    public CoordinatorState(StateSettings settings, Clock clock, long seed) {
        this.clock = clock;
        started = clock.now();
        migrations = new Migrations(
                settings.migrations(),
                MigrationBinder.named(settings.binder(), seed),
                EvictionPolicy.named(settings.eviction())::age,
                new Listener(),
                clock.now());
        sessions = new AgentSessions(clock.millis());
        pins = new PinnedReplicaLists(migrations, sessions, RemoteReads.NEVER, PinnedReplicaLists.Bounds.of(1));
        subscriptions = new ResidencySubscriptions(
                migrations, sessions, (block, agent) -> pins.drawsReaders(block, agent), settings, clock);
        messages = new StatusMessages(migrations, sessions, subscriptions, clock);
        hints = new HintHandler(migrations, subscriptions, messages, settings);
        agents = new AgentHandler(migrations, sessions, subscriptions, counters, clock);
    }

    /** Tells subscriptions what the migrations change. Called under the lock. */
    private final class Listener implements BlockStateListener {
        @Override
        public void changed(BlockId block, io.tiercel.migrate.ledger.BlockState state, DeviceId device) {
            AgentSession agent = sessions.find(device.agent());
            if (agent != null) {
                subscriptions.changed(block, agent);
                pins.changed(agent);
            }
        }

        @Override
        public void added(BlockId block) {
            subscriptions.claimed(block, true);
        }

        @Override
        public void forgotten(BlockId block) {
            subscriptions.claimed(block, false);
        }
    }

    private <T> T locked(Supplier<T> action) {
        turn.lock();
        try {
            return lockedForAgent(action);
        } finally {
            turn.unlock();
        }
    }

    /** Lets the lock go between steps. @param step returns whether there may be more to do */
    private void inSteps(Supplier<Boolean> step) {
        boolean mayHaveMore = true;
        while (mayHaveMore) {
            mayHaveMore = locked(step);
        }
    }

    private <T> T lockedForAgent(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable action) {
        locked(() -> {
            action.run();
            return this;
        });
    }

    private <T> void inParts(Iterable<T> all, Consumer<T> action) {
        inParts(MOST_AT_ONCE, all, action);
    }

    /** Does something with each, and lets the lock go after every {@code most} of them. */
    private <T> void inParts(int most, Iterable<T> all, Consumer<T> action) {
        Iterator<T> left = all.iterator();
        while (left.hasNext()) {
            locked(() -> {
                for (int i = 0; i < most && left.hasNext(); i++) {
                    action.accept(left.next());
                }
            });
        }
    }

    public long now() {
        return clock.now();
    }

    // ---- jobs

    /** The outcome of a hint: blocks that the job now refers to, those that will not come in, and the lease. */
    public record Hinted(List<BlockState> blocks, List<Skip> skips, long lease) {}

    /**
     * A job's request, without its files.
     *
     * @param neededInMillis from the hint's arrival; empty for as soon as possible
     * @param lease empty for the default
     * @param mark the hint's number in its session, and when it arrived
     */
    public record Terms(EvictionMode mode, OptionalLong neededInMillis, OptionalLong lease, HintMark mark) {
        long neededBy() {
            return neededInMillis.isEmpty()
                    ? MigrationPriority.WHENEVER
                    : mark.at() + Math.max(0, Math.min(CENTURY_MILLIS, neededInMillis.getAsLong())) * 1_000_000;
        }
    }

    /**
     * A job will read these files. The lock is let go between files, and in large ones.
     *
     * @throws RefusedCallException if there are too many blocks
     */
    public Hinted hint(JobId job, List<ResolvedFile> wanted, Terms terms) {
        try (OpenHint hint = open(job, terms)) {
            return hint.add(wanted);
        }
    }

    /** Whether the data may come in after all: a coordinator that has just started knows few agents, and its NameNode few replicas. */
    public boolean mayComeLater(Skip skip) {
        return (skip.reason() == SkipReason.NO_AGENT || skip.reason() == SkipReason.NO_REPLICA)
                && now() - started < AGENTS_JOIN;
    }

    /** Begins a hint whose files come little by little. */
    public OpenHint open(JobId job, Terms terms) {
        return new OpenHint(locked(() -> hints.open(job, terms.lease(), now())), terms);
    }

    /** A hint while its files are looked up. Has to be closed; what it has added stays. */
    public final class OpenHint implements AutoCloseable {
        private final JobStatus opened;
        private final Terms terms;
        private HintHandler.Others others;
        private int files;

        private OpenHint(JobStatus opened, Terms terms) {
            this.opened = opened;
            this.terms = terms;
            this.others = locked(() -> hints.others(opened));
        }

        /** The lease that the job has, in nanoseconds. */
        public long lease() {
            return opened.lease();
        }

        /**
         * The job will read these files as well. The lock is let go between files, and in large ones.
         *
         * @throws RefusedCallException if there are too many blocks, or if the job has ended meanwhile
         */
        public Hinted add(List<ResolvedFile> wanted) {
            files += wanted.size();
            if (files > FILES_BETWEEN_QUOTAS) {
                // A walk takes long, and the same user's other jobs hint too.
                others = locked(() -> hints.others(opened));
                files = 0;
            }
            return each(
                    opened,
                    wanted,
                    part -> hints.hint(opened, others, part, terms.mode(), terms.neededBy(), terms.mark(), now()));
        }

        /** Whether the job has neither been released nor ended since. */
        public boolean isOpen() {
            return locked(() -> hints.isOpen(opened));
        }

        @Override
        public void close() {
            CoordinatorState.this.close(opened);
        }
    }

    private Hinted each(JobStatus opened, List<ResolvedFile> wanted, Function<FilePart, HintHandler.FileHint> action) {
        List<BlockState> blocks = new ArrayList<>();
        List<Skip> skips = new ArrayList<>();
        for (ResolvedFile file : wanted) {
            for (FilePart part : FilePart.of(file, MOST_AT_ONCE)) {
                HintHandler.FileHint taken = locked(() -> action.apply(part));
                blocks.addAll(taken.blocks());
                skips.addAll(taken.skips());
            }
        }
        return new Hinted(blocks, skips, opened.lease());
    }

    private void close(JobStatus opened) {
        // Where replicas lie decides whether readers are sent to memory.
        locked(() -> {
            sessions.all().forEach(pins::changed);
            migrations.jobs().closeHint(opened, now());
        });
    }

    public Hinted retain(JobId job, List<ResolvedFile> wanted, OptionalLong lease) {
        JobStatus opened = locked(() -> hints.open(job, lease, now()));
        try {
            return each(opened, wanted, part -> hints.retain(opened, part, now()));
        } finally {
            close(opened);
        }
    }

    /**
     * When each of these blocks is expected in memory, in milliseconds since the epoch; empty where nothing brings it in. With many
     * pending blocks the answer is up to a second old for each million, and those that were hinted since count as the last.
     */
    public List<OptionalLong> expected(List<BlockId> blocks) {
        return locked(() -> {
            long now = now();
            ExpectedArrivals known = arrivals;
            if (known == null || known.isOutdated(now)) {
                known = migrations.views().arrivals(now);
                arrivals = known;
            }
            return known.of(blocks, now).stream()
                    .map(nanos -> nanos.isInfinite()
                            ? OptionalLong.empty()
                            : OptionalLong.of(clock.millisAt(now + Math.round(nanos))))
                    .toList();
        });
    }

    /** Gives back what the job claims of {@code selections}; everything, and the job itself, if there are none. The lock is let go between claims. */
    public ReleaseOutcome release(JobId job, List<PathSelection> selections) {
        return release(job, selections, () -> {});
    }

    /** @param begun is called once the release has begun: what the job hints or retains from then on stays */
    public ReleaseOutcome release(JobId job, List<PathSelection> selections, Runnable begun) {
        SelectedPaths paths = new SelectedPaths(selections);
        Release release = locked(() -> hints.release(job, paths, now()));
        begun.run();
        inSteps(() -> release.step(MOST_AT_ONCE, now()));
        return release.outcome();
    }

    /** Whether blocks in memory that nobody claims stay there, because somebody may still claim them, unless their room is needed. */
    public void keepUnclaimed(boolean stays) {
        locked(() -> migrations.keepUnclaimed(stays));
    }

    /**
     * Returns the job's lease from now on; empty if the job is not known.
     *
     * @param lease 0 for the default, empty for the lease that the job has
     */
    public OptionalLong renew(JobId job, OptionalLong lease) {
        return locked(() -> {
            Optional<JobStatus> known = migrations.views().job(job);
            if (known.isEmpty()) {
                return OptionalLong.empty();
            }
            long granted = lease.isPresent()
                    ? hints.granted(lease.getAsLong())
                    : known.get().lease();
            migrations.jobs().renewLease(job, granted, now());
            return OptionalLong.of(granted);
        });
    }

    /** The job's tasks have read blocks, or begun to. Says how many references ended. */
    public int read(JobId job, Collection<Read> reads) {
        return locked(() -> migrations
                .views()
                .job(job)
                .map(known -> hints.read(known, reads, now()))
                .orElse(0));
    }

    // ---- agents

    /**
     * Returns the agent's session.
     *
     * @param principal of the caller; empty if it has shown none
     * @throws RefusedCallException if the agent is alive under another principal
     */
    public long register(RegisterRequest request, Optional<String> principal) {
        return lockedForAgent(() -> {
            AgentSession agent = agents.register(request, principal, now());
            pins.again(agent);
            return agent.number();
        });
    }

    /**
     * The lock is let go between blocks in the page cache, unless these are few.
     *
     * @param principal of the caller; empty if it has shown none
     * @throws RefusedCallException if another principal has registered the agent
     * @throws IllegalArgumentException if it reports more than any agent has
     */
    public ExchangeReply exchange(ExchangeRequest said, Optional<String> principal) {
        if (said.getCachedCount() <= MOST_AT_ONCE) {
            return lockedForAgent(() -> takeAndAnswer(said, principal));
        }
        if (!lockedForAgent(() -> agents.take(said, principal, now()))) {
            return AgentHandler.REGISTER;
        }
        for (List<Residence> some : Batches.of(said.getCachedList(), MOST_AT_ONCE)) {
            lockedForAgent(() -> cached(said, some));
        }
        return lockedForAgent(() -> answer(said));
    }

    private ExchangeReply takeAndAnswer(ExchangeRequest said, Optional<String> principal) {
        if (!agents.take(said, principal, now())) {
            return AgentHandler.REGISTER;
        }
        cached(said, said.getCachedList());
        return answer(said);
    }

    private int cached(ExchangeRequest said, List<Residence> reports) {
        reports.forEach(report -> agents.cached(said, report, now()));
        return reports.size();
    }

    private ExchangeReply answer(ExchangeRequest said) {
        ExchangeReply reply = agents.answer(said, now());
        AgentSession agent = sessions.find(said.getNode());
        if (agent != null && !reply.getRegister()) {
            pins.readers(agent, said.getReaders());
        }
        return reply;
    }

    // ---- where readers are sent

    /** @param mostReaders a node that serves so many gets no more of them */
    public void directReads(RemoteReads when, int mostReaders) {
        directReads(when, PinnedReplicaLists.Bounds.of(mostReaders));
    }

    void directReads(RemoteReads when, PinnedReplicaLists.Bounds bounds) {
        locked(() -> {
            pins = new PinnedReplicaLists(migrations, sessions, when, bounds);
        });
    }

    /** Pinned replicas of agents whose list has changed since the last call: of {@code most} of them. */
    public List<PinnedReplicas> changedPins(int most) {
        return locked(() -> pins.take(most));
    }

    public void pinsAgain(String node) {
        locked(() -> {
            AgentSession agent = sessions.find(node);
            if (agent != null) {
                pins.again(agent);
            }
        });
    }

    public void allPinsAgain() {
        locked(() -> pins.again());
    }

    // ---- residency

    /** Adds blocks to what is watched; {@code hosts} beside those that are known to have replicas. The lock is let go between blocks. A closed feed stays empty. A request for no blocks is answered too. */
    public void watch(ResidencyFeed feed, Map<BlockId, List<String>> blocks) {
        inParts(blocks.entrySet(), each -> {
            if (!feed.isClosed()) {
                subscriptions.add(feed, each.getKey(), each.getValue());
            }
        });
        locked(() -> {
            if (!feed.isClosed()) {
                feed.added();
                feed.requests++;
            }
        });
    }

    public void unwatch(ResidencyFeed feed, List<BlockId> blocks) {
        inParts(blocks, block -> subscriptions.remove(feed, block, now()));
    }

    public void close(ResidencyFeed feed) {
        inParts(locked(() -> subscriptions.close(feed)), block -> subscriptions.leave(feed, block, now()));
    }

    /** The watcher's next events, at most {@code most} events; empty if it has heard all. */
    public Optional<ResidencyEvents> drain(ResidencyFeed feed, int most) {
        return locked(() -> feed.hasNews()
                ? Optional.of(subscriptions.drain(feed, most, now()))
                : Optional.<ResidencyEvents>empty());
    }

    // ---- for people

    /** Follows a job; empty if there is none. */
    public Optional<ProgressFeed> follow(JobId job) {
        return locked(() -> migrations.views().job(job).map(ProgressFeed::new));
    }

    /** The job's state if it has changed since the last call. The lock is let go between blocks. */
    public Optional<ProgressFeed.Progress> drain(ProgressFeed feed) {
        Optional<JobLook> found = locked(() -> messages.look(feed));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        JobLook look = found.get();
        inSteps(() -> look.step(MOST_AT_ONCE, now()));
        return locked(() -> messages.progress(feed, look));
    }

    /** Whether the job is gone: released, or its lease ran out. */
    public boolean hasEnded(ProgressFeed feed) {
        return locked(
                () -> migrations.views().job(feed.job()).filter(feed::follows).isEmpty());
    }

    /** All agents and jobs. */
    public StatusReply status() {
        return status(() -> migrations.views().jobIds());
    }

    /** All agents, and the jobs of one user. */
    public StatusReply statusOf(String user) {
        return status(() ->
                migrations.views().jobsOf(user).stream().map(JobStatus::id).toList());
    }

    /** The lock is let go between agents and between jobs: each is as it was at another moment. */
    private StatusReply status(Supplier<List<JobId>> jobs) {
        StatusReply.Builder reply = locked(messages::status);
        List<AgentSession> all = locked(() -> List.copyOf(sessions.all()));
        inParts(AGENTS_AT_ONCE, all, agent -> reply.addAgents(messages.agent(agent, now())));
        inParts(locked(jobs), job -> messages.job(job).ifPresent(reply::addJobs));
        return reply.build();
    }

    /** How many blocks are hinted, in memory or watched. */
    public int blocks() {
        return locked(subscriptions::known);
    }

    /** Estimate of the heap that blocks, jobs and watchers take, in bytes. */
    public long heapBytes() {
        return locked(subscriptions::heapBytes);
    }

    public CoordinatorCounters counters() {
        return counters;
    }

    public void memory(ResolvedFile file, FileTiers.Builder tiers) {
        locked(() -> messages.memory(file, tiers));
    }

    // ---- as time goes by

    /** The coordinator itself did not run for a while: silence in this time does not count. */
    public void extendLeases(long nanos) {
        locked(() -> migrations.extendLeases(nanos, now()));
    }

    /**
     * To be called about once in an agents' interval. Returns the jobs, and the hosts of the agents, whose lease has ended. The lock is let
     * go between blocks: a job may have claimed a million.
     */
    public ExpiryResult tick() {
        ExpiryResult expired = expire();
        inSteps(() -> migrations.releaseExpired(MOST_AT_ONCE, now()));
        inSteps(() -> subscriptions.expire(MOST_AT_ONCE, now()));
        return expired;
    }

    private ExpiryResult expire() {
        return locked(() -> {
            ExpiryResult expired = migrations.expire(now());
            List<String> lost = expired.agents().stream()
                    .map(node -> agents.lost(node, now()))
                    .toList();
            sessions.forgetDead(now()).forEach(pins::forget);
            if (arrivals != null && arrivals.isOutdated(now())) {
                arrivals = null;
            }
            counters.add(CoordinatorCounter.EXPIRED_JOBS, expired.jobs().size());
            counters.add(CoordinatorCounter.LOST_AGENTS, lost.size());
            return new ExpiryResult(expired.jobs(), lost);
        });
    }

    /** Versions to look at next, by the user who may. */
    public Map<String, List<SourceFile>> nextToLookAt(int most) {
        return locked(() -> migrations.jobs().filesToCheck(most));
    }

    public void markOutdated(List<SourceFile> versions) {
        locked(() -> {
            counters.add(CoordinatorCounter.OUTDATED_FILES, versions.size());
            migrations.jobs().markOutdated(versions, now());
        });
    }
}
