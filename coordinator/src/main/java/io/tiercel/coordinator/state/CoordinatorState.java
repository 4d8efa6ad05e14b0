package io.tiercel.coordinator.state;

import io.tiercel.coordinator.state.RefusedCallException.Kind;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.ResolvedFile;
import io.tiercel.hdfs.resolve.Skip;
import io.tiercel.hdfs.resolve.VersionedPath;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.model.BlockId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * All that a coordinator knows, behind one lock. Every call is short and waits for nothing else; what takes the file system or the
 * network is done before or after. Times are nanoseconds of the clock's ticker unless they say milliseconds.
 */
public final class CoordinatorState {
    private final ReentrantLock lock = new ReentrantLock();
    private final World world;
    private final Aftermath aftermath;
    private final FileDesk files;
    private final HintHandler hints;
    private final ResidencySubscriptions watches;
    private final AgentSessions agents;
    private final HeartbeatHandler exchanges;
    private final StatusDesk status;
    private final Counters counters = new Counters();

    /** @param seed of a binder that makes random choices */
    public CoordinatorState(StateSettings settings, Clock clock, long seed) {
        world = new World(settings, clock, seed);
        aftermath = new Aftermath(world);
        files = new FileDesk(world, aftermath);
        hints = new HintHandler(world, aftermath, files);
        watches = new ResidencySubscriptions(world);
        agents = new AgentSessions(world, aftermath, watches);
        exchanges = new HeartbeatHandler(world, aftermath, agents, watches, counters);
        status = new StatusDesk(world);
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private long now() {
        return world.clock.now();
    }

    // ---- jobs

    /** What became of a hint: blocks that the job now refers to, those that will not come in, and the lease in nanoseconds. */
    public record Hinted(List<Views.Block> blocks, List<Skip> skips, long lease) {}

    /**
     * A job will read these files. The lock is let go between files.
     *
     * @param neededInMillis from now on; empty for as soon as possible
     * @param lease nanoseconds
     * @throws StateException if the job is another user's, or there are too many blocks
     */
    public Hinted hint(
            String user,
            String job,
            List<ResolvedFile> wanted,
            EvictionMode mode,
            OptionalLong neededInMillis,
            OptionalLong lease) {
        HintResult result = new HintResult();
        JobEntry entry = locked(() -> hints.open(user, job, lease, now()));
        long neededBy = neededInMillis.isPresent() ? now() + nanos(neededInMillis.getAsLong()) : Long.MAX_VALUE;
        return each(entry, wanted, result, file -> hints.hint(current(entry), file, mode, neededBy, result, now()));
    }

    /** What lies further than a century away is cut off there. */
    private static long nanos(long millis) {
        long century = 100L * 365 * 24 * 3_600_000;
        return Math.max(0, Math.min(century, millis)) * 1_000_000;
    }

    private Hinted each(JobEntry entry, List<ResolvedFile> wanted, HintResult result, Consumer<ResolvedFile> action) {
        try {
            for (ResolvedFile file : wanted) {
                locked(() -> {
                    action.accept(file);
                    return file;
                });
            }
        } finally {
            locked(() -> {
                hints.opened(entry, now());
                return entry;
            });
        }
        return new Hinted(result.blocks, result.skips, entry.lease);
    }

    /** A job keeps what is in memory of these files. */
    public Hinted retain(String user, String job, List<ResolvedFile> wanted, OptionalLong lease) {
        HintResult result = new HintResult();
        JobEntry entry = locked(() -> hints.open(user, job, lease, now()));
        return each(entry, wanted, result, file -> hints.retain(current(entry), file, result, now()));
    }

    /**
     * When each of these blocks is expected in memory, in milliseconds since the epoch, in their order; empty where nothing brings it in.
     */
    public List<OptionalLong> expected(List<BlockId> blocks) {
        return locked(() -> {
            long now = now();
            return world.migrations.expectedIn(blocks, now).stream()
                    .map(nanos -> nanos.isInfinite()
                            ? OptionalLong.empty()
                            : OptionalLong.of(world.clock.millisAt(now + Math.round(nanos))))
                    .toList();
        });
    }

    /** It may have been released between two files of one hint. */
    private JobEntry current(JobEntry entry) {
        if (world.job(entry.name) != entry) {
            throw new RefusedCallException(Kind.UNKNOWN, "job " + entry.name + " was released while it was hinting");
        }
        return entry;
    }

    /** Gives back what the job claims of {@code selections}; everything, and the job itself, if there are none. */
    public ReleaseResult release(String user, String job, List<PathSelection> selections) {
        return locked(() -> world.job(user, job)
                .map(entry ->
                        selections.isEmpty() ? hints.release(entry, now()) : hints.release(entry, selections, now()))
                .orElse(new ReleaseResult(0, 0)));
    }

    /**
     * The lease that the job has from now on, in nanoseconds; empty if it is not known.
     *
     * @param lease nanoseconds; 0 for the default, empty for the one that it has
     */
    public OptionalLong renew(String user, String job, OptionalLong lease) {
        return locked(() -> world.job(user, job)
                .map(entry -> {
                    lease.ifPresent(wanted -> entry.lease = hints.granted(wanted));
                    entry.renew(now());
                    world.migrations.renewLease(job, now());
                    return OptionalLong.of(entry.lease);
                })
                .orElse(OptionalLong.empty()));
    }

    /** The job's tasks have read these blocks; returns how many references ended with it. */
    public int read(String user, String job, List<BlockId> blocks) {
        return locked(() -> world.job(user, job)
                .map(entry -> hints.read(entry, blocks, now()))
                .orElse(0));
    }

    /** The job's tasks have begun to read these blocks, each for the last time; returns how many references ended with it. */
    public int begun(String user, String job, List<BlockId> blocks) {
        return locked(() -> world.job(user, job)
                .map(entry -> hints.begun(entry, blocks, now()))
                .orElse(0));
    }

    // ---- agents

    /** Takes an agent in; returns its session. */
    public long register(Registration registration) {
        return locked(() -> agents.register(registration, now()));
    }

    /** What an agent reports, and what it is told. */
    public HeartbeatReply exchange(Heartbeat said) {
        return locked(() -> exchanges.exchange(said, now()));
    }

    // ---- where readers are sent

    /** From now on it is kept what readers on other nodes are to read from which agent's memory. */
    public void directReads(RemoteReads when) {
        locked(() -> {
            world.pins = new PinnedReplicaLists(when);
            for (BlockRecord record : world.blocks.values()) {
                AgentSession agent = record.agent;
                if (agent != null) {
                    world.pins.update(record, agent);
                }
            }
            return when;
        });
    }

    /** What is to be read from the memory of agents of which that has changed since the last call: of {@code most} of them. */
    public List<Views.Pins> changedPins(int most) {
        return locked(() -> world.pins.take(most));
    }

    /** What is to be read from this agent's memory has to be told once more. */
    public void pinsAgain(String node) {
        locked(() -> {
            AgentSession agent = world.agents.find(node);
            if (agent != null) {
                world.pins.again(agent);
            }
            return node;
        });
    }

    /** What is to be read from any agent's memory has to be told once more. */
    public void allPinsAgain() {
        locked(() -> {
            world.pins.again();
            return this;
        });
    }

    // ---- residency

    /** Somebody begins to watch; nothing yet. */
    public ResidencyFeed watch() {
        return new ResidencyFeed();
    }

    /** Adds blocks to what is watched; {@code hosts} beside those that are known to have replicas. */
    public void watch(ResidencyFeed feed, Map<BlockId, List<String>> blocks) {
        locked(() -> {
            blocks.forEach((block, hosts) -> watches.add(feed, block, hosts));
            if (!blocks.isEmpty()) {
                feed.requested();
            }
            return feed;
        });
    }

    /** These blocks are of no interest any more. */
    public void unwatch(ResidencyFeed feed, List<BlockId> blocks) {
        locked(() -> {
            blocks.forEach(block -> watches.remove(feed, block, now()));
            return feed;
        });
    }

    /** Somebody watches no more. */
    public void close(ResidencyFeed feed) {
        locked(() -> {
            watches.close(feed, now());
            return feed;
        });
    }

    /** What the watcher has not heard yet, at most {@code most} events; empty if it has heard all. */
    public Optional<Views.Watched> drain(ResidencyFeed feed, int most) {
        return locked(() -> feed.hasNews() ? Optional.of(watches.drain(feed, most, now())) : Optional.empty());
    }

    // ---- for people

    /** Follows a job; empty if there is none. */
    public Optional<ProgressFeed> follow(String job) {
        return locked(() -> Optional.ofNullable(world.job(job)).map(ProgressFeed::new));
    }

    /** Follows no more. */
    public void close(ProgressFeed feed) {
        locked(() -> feed.job.feeds.remove(feed));
    }

    /** The job's state if it has changed since the last call. */
    public Optional<Views.Progress> drain(ProgressFeed feed) {
        return locked(() -> status.progress(feed));
    }

    /** Whether the job is gone: released, or its lease ran out. */
    public boolean ended(ProgressFeed feed) {
        return locked(() -> feed.ended);
    }

    /** Everything. */
    public Views.Status status() {
        return locked(() -> status.status(now()));
    }

    /** What has happened so far. */
    public CoordinatorCounters totals() {
        return locked(counters::totals);
    }

    /** What is in memory of a file, and what is on its way. */
    public Views.FileMemory memory(ResolvedFile file) {
        return locked(() -> status.memory(file));
    }

    // ---- as time goes by

    /** What a look at the clock has ended, for the log. */
    public record Expired(List<String> jobs, List<String> agents) {}

    /** The coordinator itself did not run for a while: nobody's silence meanwhile counts. */
    public void notRunning(long nanos) {
        locked(() -> {
            long now = now();
            world.agents.all().forEach(agent -> agent.lastSeen = Math.min(now, agent.lastSeen + nanos));
            world.jobs.values().forEach(job -> job.leaseEnds = Math.min(now + job.lease, job.leaseEnds + nanos));
            return now;
        });
    }

    /** To be called about once in an agents' interval. */
    public Expired tick() {
        return locked(() -> {
            long now = now();
            List<JobEntry> silent = world.jobs.values().stream()
                    .filter(job -> job.leaseEnds < now)
                    .toList();
            silent.forEach(job -> hints.release(job, now));
            world.jobs.keySet().forEach(job -> world.migrations.renewLease(job, now));
            world.migrations.expire(now);
            aftermath.settle(now);
            watches.expire(now);
            List<String> lost = agents.expire(now);
            counters.expiredJobs += silent.size();
            counters.lostAgents += lost.size();
            return new Expired(silent.stream().map(job -> job.name).toList(), lost);
        });
    }

    /** Versions to look at next, by the user who may. */
    public Map<String, List<VersionedPath>> nextToLookAt(int most) {
        return locked(() -> files.next(most));
    }

    /** These versions are no more. */
    public void outdated(List<VersionedPath> versions) {
        locked(() -> {
            counters.outdated += versions.size();
            files.outdated(versions, now());
            return versions;
        });
    }
}
