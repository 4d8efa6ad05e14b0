package io.tiercel.coordinator.state;

import io.tiercel.cache.EvictionPolicies;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.ResolvedFile;
import io.tiercel.hdfs.resolve.Skip;
import io.tiercel.hdfs.resolve.VersionedPath;
import io.tiercel.migrate.BlockStateListener;
import io.tiercel.migrate.ExpiryResult;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.ReleaseOutcome;
import io.tiercel.migrate.bind.MigrationBinders;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.MigrationPriority;
import io.tiercel.migrate.status.JobStatus;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.FileTiers;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.StatusReply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The coordinator's one lock, around {@link Migrations}, sessions and subscriptions. Every call is short and waits for nothing else; what
 * takes the file system or the network is done before or after. Times are nanoseconds of the clock's ticker unless they say
 * milliseconds.
 */
public final class CoordinatorState {
    /** A time that lies further than a century away is cut off there. */
    private static final long CENTURY_MILLIS = 100L * 365 * 24 * 3_600_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Clock clock;
    private final Migrations migrations;
    private final AgentSessions sessions;
    private final ResidencySubscriptions subscriptions;
    private final CoordinatorCounters counters = new CoordinatorCounters();
    private final HintHandler hints;
    private final RegistrationHandler registrations;
    private final HeartbeatHandler heartbeats;
    private final StatusMessages messages;

    /** Where readers are sent; nowhere until somebody can send them. */
    private PinnedReplicaLists pins;

    /** @param seed of a binder that makes random choices */
    public CoordinatorState(StateSettings settings, Clock clock, long seed) {
        this.clock = clock;
        migrations = new Migrations(
                settings.migrations(),
                MigrationBinders.named(settings.binder(), seed),
                EvictionPolicies.named(settings.eviction())::age,
                new Listener(),
                clock.now());
        sessions = new AgentSessions(clock.millis());
        subscriptions = new ResidencySubscriptions(migrations, sessions, settings, clock);
        pins = new PinnedReplicaLists(migrations, sessions, RemoteReads.NEVER);
        messages = new StatusMessages(migrations, sessions, subscriptions, clock);
        hints = new HintHandler(migrations, subscriptions, messages, settings);
        registrations = new RegistrationHandler(migrations, sessions, subscriptions, clock);
        heartbeats = new HeartbeatHandler(migrations, sessions, subscriptions, counters, clock);
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

    /** Nanoseconds. */
    public long now() {
        return clock.now();
    }

    // ---- jobs

    /** The outcome of a hint: blocks that the job now refers to, those that will not come in, and the lease in nanoseconds. */
    public record Hinted(List<BlockState> blocks, List<Skip> skips, long lease) {}

    /**
     * A job's request, without its files.
     *
     * @param arrived nanoseconds at which the hint arrived
     * @param neededInMillis from then on; empty for as soon as possible
     * @param lease nanoseconds; empty for the default
     * @param mark the hint's number in its session
     */
    public record Terms(
            EvictionMode mode, long arrived, OptionalLong neededInMillis, OptionalLong lease, HintMark mark) {
        long neededBy() {
            return neededInMillis.isEmpty()
                    ? MigrationPriority.WHENEVER
                    : arrived + Math.max(0, Math.min(CENTURY_MILLIS, neededInMillis.getAsLong())) * 1_000_000;
        }
    }

    /**
     * A job will read these files. The lock is let go between files.
     *
     * @throws RefusedCallException if the job is another user's, or there are too many blocks
     */
    public Hinted hint(String user, String job, List<ResolvedFile> wanted, Terms terms) {
        JobStatus opened = locked(() -> hints.open(user, job, terms.lease(), now()));
        return each(
                opened, wanted, file -> hints.hint(opened, file, terms.mode(), terms.neededBy(), terms.mark(), now()));
    }

    private Hinted each(JobStatus opened, List<ResolvedFile> wanted, Function<ResolvedFile, FileHint> action) {
        List<BlockState> blocks = new ArrayList<>();
        List<Skip> skips = new ArrayList<>();
        try {
            for (ResolvedFile file : wanted) {
                FileHint taken = locked(() -> noted(action.apply(file)));
                blocks.addAll(taken.blocks());
                skips.addAll(taken.skips());
            }
        } finally {
            locked(() -> migrations.closeHint(opened, now()));
        }
        return new Hinted(blocks, skips, opened.lease());
    }

    /** Where replicas lie decides whether readers are sent to memory. */
    private FileHint noted(FileHint taken) {
        sessions.all().forEach(pins::changed);
        return taken;
    }

    /** A job keeps what is in memory of these files. */
    public Hinted retain(String user, String job, List<ResolvedFile> wanted, OptionalLong lease) {
        JobStatus opened = locked(() -> hints.open(user, job, lease, now()));
        return each(opened, wanted, file -> hints.retain(opened, file, now()));
    }

    /**
     * When each of these blocks is expected in memory, in milliseconds since the epoch, in their order; empty where nothing brings it in.
     */
    public List<OptionalLong> expected(List<BlockId> blocks) {
        return locked(() -> {
            long now = now();
            return migrations.views().expectedIn(blocks, now).stream()
                    .map(nanos -> nanos.isInfinite()
                            ? OptionalLong.empty()
                            : OptionalLong.of(clock.millisAt(now + Math.round(nanos))))
                    .toList();
        });
    }

    /** Gives back what the job claims of {@code selections}; everything, and the job itself, if there are none. */
    public ReleaseOutcome release(String user, String job, List<PathSelection> selections) {
        return locked(() -> hints.job(user, job)
                .map(known ->
                        selections.isEmpty() ? hints.release(known, now()) : hints.release(known, selections, now()))
                .orElse(new ReleaseOutcome(0, 0)));
    }

    /**
     * The lease that the job has from now on, in nanoseconds; empty if it is not known.
     *
     * @param lease nanoseconds; 0 for the default, empty for the one that it has
     */
    public OptionalLong renew(String user, String job, OptionalLong lease) {
        return locked(() -> {
            Optional<JobStatus> known = hints.job(user, job);
            if (known.isEmpty()) {
                return OptionalLong.empty();
            }
            long granted = lease.isPresent()
                    ? hints.granted(lease.getAsLong())
                    : known.get().lease();
            migrations.renewLease(job, granted, now());
            return OptionalLong.of(granted);
        });
    }

    /**
     * The job's tasks have read blocks, and begun to read others, each of these for the last time.
     *
     * @param mark of the last hint before these reads
     * @return how many references ended with that
     */
    public int read(String user, String job, List<BlockId> begun, List<BlockId> read, HintMark mark) {
        return locked(() -> hints.job(user, job)
                .map(known -> hints.read(known, begun, read, mark, now()))
                .orElse(0));
    }

    // ---- agents

    /** Takes an agent in; returns its session. */
    public long register(RegisterRequest request) {
        return locked(() -> {
            AgentSession agent = registrations.register(request, now());
            pins.again(agent);
            return agent.number();
        });
    }

    /** Takes an agent's report and returns its orders. */
    public ExchangeReply exchange(ExchangeRequest said) {
        return locked(() -> heartbeats.exchange(said, now()));
    }

    // ---- where readers are sent

    /** From now on it is kept what readers on other nodes are to read from which agent's memory. */
    public void directReads(RemoteReads when) {
        locked(() -> {
            pins = new PinnedReplicaLists(migrations, sessions, when);
        });
    }

    /** Pinned replicas of agents whose list has changed since the last call: of {@code most} of them. */
    public List<PinnedReplicas> changedPins(int most) {
        return locked(() -> pins.take(most));
    }

    /** Marks this agent's list of pinned replicas as changed. */
    public void pinsAgain(String node) {
        locked(() -> {
            AgentSession agent = sessions.find(node);
            if (agent != null) {
                pins.again(agent);
            }
        });
    }

    /** Marks all agents' lists of pinned replicas as changed. */
    public void allPinsAgain() {
        locked(() -> pins.again());
    }

    // ---- residency

    /** Somebody begins to watch; nothing yet. */
    public ResidencyFeed watch() {
        return new ResidencyFeed();
    }

    /** Adds blocks to what is watched; {@code hosts} beside those that are known to have replicas. */
    public void watch(ResidencyFeed feed, Map<BlockId, List<String>> blocks) {
        locked(() -> {
            blocks.forEach((block, hosts) -> subscriptions.add(feed, block, hosts));
            if (!blocks.isEmpty()) {
                feed.requested();
            }
        });
    }

    /** These blocks are of no interest any more. */
    public void unwatch(ResidencyFeed feed, List<BlockId> blocks) {
        locked(() -> blocks.forEach(block -> subscriptions.remove(feed, block, now())));
    }

    /** Somebody watches no more. */
    public void close(ResidencyFeed feed) {
        locked(() -> subscriptions.close(feed, now()));
    }

    /** The watcher's next events, at most {@code most} events; empty if it has heard all. */
    public Optional<ResidencyEvents> drain(ResidencyFeed feed, int most) {
        return locked(() -> feed.hasNews()
                ? Optional.of(subscriptions.drain(feed, most, now()))
                : Optional.<ResidencyEvents>empty());
    }

    // ---- for people

    /** Follows a job; empty if there is none. */
    public Optional<ProgressFeed> follow(String job) {
        return locked(() -> migrations.views().job(job).map(ProgressFeed::new));
    }

    /** The job's state if it has changed since the last call. */
    public Optional<JobProgress> drain(ProgressFeed feed) {
        return locked(() -> messages.progress(feed, now()));
    }

    /** Whether the job is gone: released, or its lease ran out. */
    public boolean hasEnded(ProgressFeed feed) {
        return locked(
                () -> migrations.views().job(feed.job()).filter(feed::follows).isEmpty());
    }

    /** Everything. */
    public StatusReply status() {
        return locked(() -> messages.status(now()));
    }

    /** How many blocks are hinted, in memory or watched. */
    public int blocks() {
        return locked(subscriptions::known);
    }

    /** The counts so far. */
    public CoordinatorCounters counters() {
        return counters;
    }

    /** Says what is in memory of a file, and what is on its way. */
    public void memory(ResolvedFile file, FileTiers.Builder tiers) {
        locked(() -> messages.memory(file, tiers));
    }

    // ---- as time goes by

    /** Leases that have expired, for the log. */
    public record Expired(List<String> jobs, List<String> agents) {}

    /** The coordinator itself did not run for a while: silence in this time does not count. */
    public void extendLeases(long nanos) {
        locked(() -> migrations.extendLeases(nanos, now()));
    }

    /** To be called about once in an agents' interval. */
    public Expired tick() {
        return locked(() -> {
            ExpiryResult expired = migrations.expire(now());
            List<String> lost =
                    expired.agents().stream().map(registrations::lost).toList();
            subscriptions.expire(now());
            counters.add(CoordinatorCounter.EXPIRED_JOBS, expired.jobs().size());
            counters.add(CoordinatorCounter.LOST_AGENTS, lost.size());
            return new Expired(expired.jobs(), lost);
        });
    }

    /** Versions to look at next, by the user who may. */
    public Map<String, List<VersionedPath>> nextToLookAt(int most) {
        return locked(() -> {
            Map<String, List<VersionedPath>> byUser = new HashMap<>();
            migrations
                    .filesToCheck(most)
                    .forEach((user, files) -> byUser.put(
                            user, files.stream().map(HintHandler::version).toList()));
            return byUser;
        });
    }

    /** These versions are no more. */
    public void markOutdated(List<VersionedPath> versions) {
        locked(() -> {
            counters.add(CoordinatorCounter.OUTDATED_FILES, versions.size());
            migrations.markOutdated(versions.stream().map(HintHandler::version).toList(), now());
        });
    }
}
