package io.tiercel.transfer;

import io.tiercel.model.Preconditions;
import io.tiercel.transfer.WantedBlock.State;
import io.tiercel.transfer.WantedBlock.Want;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which blocks are copied next from shared storage into caches: MixApart's compute-aware data transfer scheduler (algorithm 2). While
 * a source has bandwidth left, the first job by {@link TransferPolicy} gets its most demanded block, on the node that its plan names. One
 * transfer serves all jobs that want the block.
 *
 * <p>Departures, with reasons in decision 1607: the bound of a source is never exceeded, so a transfer may get less than its job's rate; a
 * job that cannot be served for want of bandwidth is not overtaken; blocks on their way count as cached.
 *
 * <p>Not thread-safe. The caller tells of every event, passes the time in seconds of any one clock, and asks {@link #next} after events and
 * at {@link #nextStart}. Jobs and blocks have numbers of the caller; nodes and sources are small numbers from 0.
 */
public final class TransferScheduler {
    /** The plan names no node. */
    public static final int ANY_NODE = -1;

    /** An entry of the blocks that wait to be tried again; out of date if its block has another time by now. */
    private record Retry(double at, WantedBlock block) {
        boolean isValid() {
            return block.state() == State.WAITING && block.retryAt == at;
        }
    }

    private final TransferSettings settings;
    private final Map<Long, JobState> jobs = new HashMap<>();
    private final Map<Long, WantedBlock> blocks = new HashMap<>();
    private final TreeMap<Integer, SourceQueue> sources = new TreeMap<>();
    private final CacheNodes nodes = new CacheNodes();
    private final PriorityQueue<Retry> retries = new PriorityQueue<>(Comparator.comparingDouble(Retry::at));
    private final List<WantedBlock> raised = new ArrayList<>();

    private long addedBlocks;
    private final StartRound round;

    public TransferScheduler(TransferSettings settings) {
        this.settings = settings;
        this.round = new StartRound(settings, sources.values(), nodes);
    }

    /** @throws IllegalArgumentException if the source is there already */
    public void addSource(int source, SourceBandwidth bandwidth, IsolationQuanta quanta) {
        Preconditions.index("source", source);
        if (sources.putIfAbsent(source, new SourceQueue(source, bandwidth, quanta)) != null) {
            throw new IllegalArgumentException("source: expected a new one, got " + source);
        }
    }

    /**
     * A node joins, or joins again after {@link #nodeLost}.
     *
     * @param room free bytes of its cache
     * @throws IllegalArgumentException if the node is there already
     */
    public void addNode(int node, long room) {
        Preconditions.index("node", node);
        Preconditions.nonNegative("room", room);
        if (nodes.contains(node)) {
            throw new IllegalArgumentException("node: expected a new one, got " + node);
        }
        nodes.add(node, room);
    }

    /** A node's cache has got more room, not by {@link #evicted} blocks. */
    public void freed(int node, long bytes) {
        Preconditions.nonNegative("bytes", bytes);
        nodes.free(node, bytes);
    }

    /** A job arrives whose I/O rate is learned from its first tasks, by {@link #reportRate}. */
    public void add(long job, long arrival, int priority) {
        add(job, new JobState(job, arrival, priority, JobState.UNKNOWN_RATE, settings.policy()));
    }

    /**
     * A job arrives.
     *
     * @param arrival orders jobs of one priority: a time or a counter; lower first
     * @param priority higher first; looked at by {@link TransferPolicy#FIFO} only
     * @param rate bytes per second that one of its tasks reads; at least 1
     * @throws IllegalArgumentException if the job is there already
     */
    public void add(long job, long arrival, int priority, long rate) {
        Preconditions.atLeast("rate", rate, 1);
        add(job, new JobState(job, arrival, priority, rate, settings.policy()));
    }

    private void add(long job, JobState state) {
        if (jobs.putIfAbsent(job, state) != null) {
            throw new IllegalArgumentException("job: expected a new one, got " + job);
        }
    }

    /**
     * A task of the job has measured its I/O rate. The mean of the first four reports stands for the job, unless a rate was declared
     * (section 5 takes the first task's).
     *
     * @param rate bytes per second; at least 1
     */
    public void reportRate(long job, long rate) {
        Preconditions.atLeast("rate", rate, 1);
        job(job).report(rate);
    }

    /** Bytes per second that a transfer for the job asks for. */
    public long rate(long job) {
        return job(job).rate(settings.defaultRate());
    }

    /**
     * One more task of the job wants a block. A block that was given up is tried again if the job is new to it.
     *
     * @param bytes of the block; at least 1
     * @param destination the node where the plan runs the task, or {@link #ANY_NODE}; of several named ones the last counts
     * @throws IllegalArgumentException if job or source are not there, or the block is known with another size or source
     */
    public void want(long job, long block, long bytes, int source, int destination) {
        JobState owner = job(job);
        WantedBlock wanted = block(block, bytes, source);
        Want want = owner.wants.get(block);
        if (want == null) {
            want = new Want(owner, wanted, owner.queueAt(wanted.source));
            owner.wants.put(block, want);
            wanted.add(want);
            if (wanted.state() == State.GIVEN_UP) {
                wanted.failures = 0;
                wanted.enter(State.PENDING);
            }
        }
        if (destination != ANY_NODE) {
            want.destination = destination;
        }
        wanted.demand(want, 1);
        if (wanted.demand() == 1 && wanted.state() == State.PENDING) {
            want.queue.push(want);
        } else {
            raise(wanted);
        }
    }

    /** The plan runs the job's tasks that want the block on another node. Ignored if none wants it. */
    public void plan(long job, long block, int destination) {
        Want want = want(job, block);
        if (want != null) {
            want.destination = destination;
        }
    }

    /** No task of the job wants the block any more. A transfer under way may complete. Ignored if none wanted it. */
    public void unwant(long job, long block) {
        Want want = want(job, block);
        if (want != null) {
            withdraw(want);
        }
    }

    /** A task of the job that wanted the block has ended. Ignored if none wanted it. */
    public void finishedTask(long job, long block) {
        Want want = want(job, block);
        if (want != null && want.tasks > 1) {
            want.block.demand(want, -1);
        } else if (want != null) {
            withdraw(want);
        }
    }

    /** Drops what nobody else wants. Transfers under way may complete. Ignored if the job is not there. */
    public void jobEnded(long job) {
        JobState ended = jobs.remove(job);
        if (ended != null) {
            List.copyOf(ended.wants.values()).forEach(this::withdraw);
            ended.queues().forEach(JobQueue::leave);
        }
    }

    /** A block lies in a node's cache that no transfer has brought; its bytes are not part of the node's room. */
    public void cached(long block, long bytes, int source, int node) {
        WantedBlock before = blocks.get(block);
        if (!nodes.contains(node) || before != null && before.state().counts()) {
            throw new IllegalArgumentException(
                    "block: expected one that is neither cached nor on its way, on a known node, got " + block + " on "
                            + node);
        }
        WantedBlock known = block(block, bytes, source);
        known.node = node;
        known.enter(State.CACHED);
    }

    /** A block has left the cache. Its room is free, and it is pending again if somebody wants it. Ignored if it was not cached. */
    public void evicted(long block) {
        WantedBlock gone = blocks.get(block);
        if (gone != null && gone.state() == State.CACHED) {
            nodes.free(gone.node, gone.bytes);
            pendingOrDropped(gone);
        }
    }

    /** The block is in its node's cache now. False, and nothing else, if the transfer is not under way. */
    public boolean completed(Transfer transfer, double now) {
        WantedBlock block = underWay(transfer);
        if (block == null) {
            return false;
        }
        release(block, transfer);
        nodes.finish(transfer.node(), transfer.bytes());
        block.source.bandwidth.succeeded(transfer.rate(), now);
        block.failures = 0;
        block.node = transfer.node();
        block.enter(State.CACHED);
        return true;
    }

    /**
     * A transfer has failed. Its block is tried again after a delay that doubles with each failure, and given up after the last attempt.
     * False, and nothing else, if the transfer is not under way.
     *
     * @param why for people; kept if the block is given up
     */
    public boolean failed(Transfer transfer, String why, double now) {
        WantedBlock block = underWay(transfer);
        if (block == null) {
            return false;
        }
        release(block, transfer);
        nodes.abandon(transfer.node(), transfer.bytes());
        block.failures++;
        block.failure = why;
        if (!block.isWanted()) {
            drop(block);
        } else if (block.failures >= settings.attempts()) {
            block.enter(State.GIVEN_UP);
        } else {
            block.retryAt = now + settings.delayAfter(block.failures);
            block.enter(State.WAITING);
            retries.add(new Retry(block.retryAt, block));
        }
        return true;
    }

    /** The source has rejected a transfer because of too many requests: {@link #failed}, and the source's limit is lowered. */
    public boolean throttled(Transfer transfer, double now) {
        WantedBlock block = underWay(transfer);
        if (block == null) {
            return false;
        }
        block.source.bandwidth.throttled(now);
        return failed(transfer, "the source had too many requests", now);
    }

    /**
     * A node is lost with all blocks of its cache. They are pending again if somebody wants them, without a failed attempt.
     *
     * @return the transfers that were under way to it, by number, for the caller to cancel
     * @throws IllegalArgumentException if the node is not there
     */
    public List<Transfer> nodeLost(int node) {
        List<Transfer> cancelled = new ArrayList<>();
        for (WantedBlock block : List.copyOf(blocks.values())) {
            Transfer transfer = block.transfer;
            if (transfer != null && transfer.node() == node) {
                cancelled.add(transfer);
                release(block, transfer);
                pendingOrDropped(block);
            } else if (block.state() == State.CACHED && block.node == node) {
                pendingOrDropped(block);
            }
        }
        nodes.remove(node);
        cancelled.sort(Comparator.comparingLong(Transfer::id));
        return cancelled;
    }

    /**
     * The transfers to start now, in this order; they count as under way from now on. Within a job, the block with the most demand comes
     * first: the tasks of all jobs that want it. Ties in the order of adding. It goes to the node that the job's plan names, if that has room, else to the node with room and
     * the least load: bytes under way and 64 MiB more, over the free bytes; ties by the lowest number. A block for which no node has room is
     * passed over. If what is left of the source's limit is less than a quarter of the first job's rate, the source waits.
     */
    public List<Transfer> next(double now) {
        for (Retry retry = retries.peek(); retry != null && retry.at <= now; retry = retries.peek()) {
            retries.remove();
            if (retry.isValid()) {
                retry.block.enter(State.PENDING);
                raise(retry.block);
            }
        }
        queueRaised();
        return round.start(now);
    }

    /** When {@link #next} may start something without another event: seconds, at least {@code now}; infinite if never. */
    public double nextStart(double now) {
        while (!retries.isEmpty() && !retries.element().isValid()) {
            retries.remove();
        }
        double next = retries.isEmpty() ? Double.POSITIVE_INFINITY : Math.max(now, retries.element().at);
        for (SourceQueue source : sources.values()) {
            if (source.hasPending() && !source.quanta.mayStart(now)) {
                next = Math.min(next, source.quanta.nextStart(now));
            }
        }
        return next;
    }

    /** Free bytes of a node's cache, those kept for transfers under way not counted. */
    public long room(int node) {
        return nodes.room(node);
    }

    /** Bytes per second that the transfers of a source take. */
    public long underWay(int source) {
        return source(source).underWay();
    }

    /** The node in whose cache a block is; {@link #ANY_NODE} if it is in none. */
    public int nodeOf(long block) {
        WantedBlock known = blocks.get(block);
        return known != null && known.state() == State.CACHED ? known.node : ANY_NODE;
    }

    /** The wanted blocks that are not tried any more, each with the reason of its last failure. Their tasks read from the source. */
    public SortedMap<Long, String> givenUp() {
        SortedMap<Long, String> reasons = new TreeMap<>();
        for (WantedBlock block : blocks.values()) {
            if (block.state() == State.GIVEN_UP) {
                reasons.put(block.id, block.failures + " attempts failed, the last: " + block.failure);
            }
        }
        return reasons;
    }

    private void raise(WantedBlock block) {
        if (block.state() == State.PENDING && !block.isRaised) {
            block.isRaised = true;
            raised.add(block);
        }
    }

    private void queueRaised() {
        for (WantedBlock block : raised) {
            block.isRaised = false;
            if (block.state() == State.PENDING) {
                for (Want want = block.firstWant(); want != null; want = want.next) {
                    want.queue.push(want);
                }
            }
        }
        raised.clear();
    }

    private void withdraw(Want want) {
        WantedBlock block = want.block;
        want.job.wants.remove(block.id);
        block.remove(want);
        if (!block.isWanted() && !block.state().counts()) {
            drop(block);
        }
    }

    private void pendingOrDropped(WantedBlock block) {
        if (block.isWanted()) {
            block.enter(State.PENDING);
            raise(block);
        } else {
            drop(block);
        }
    }

    private void drop(WantedBlock block) {
        block.enter(State.DROPPED);
        blocks.remove(block.id);
    }

    private void release(WantedBlock block, Transfer transfer) {
        block.source.giveBack(transfer.rate());
        block.transfer = null;
    }

    private @Nullable WantedBlock underWay(Transfer transfer) {
        WantedBlock block = blocks.get(transfer.block());
        Transfer present = block == null ? null : block.transfer;
        return present != null && present.id() == transfer.id() ? block : null;
    }

    private @Nullable Want want(long job, long block) {
        JobState owner = jobs.get(job);
        return owner == null ? null : owner.wants.get(block);
    }

    private WantedBlock block(long id, long bytes, int source) {
        Preconditions.atLeast("bytes", bytes, 1);
        SourceQueue from = source(source);
        WantedBlock block = blocks.get(id);
        if (block == null) {
            block = new WantedBlock(id, bytes, from, addedBlocks++);
            blocks.put(id, block);
        } else if (block.bytes != bytes || block.source != from) {
            throw new IllegalArgumentException("block " + id + ": expected " + block.bytes + " bytes of source "
                    + block.source.number + " as before, got " + bytes + " of " + source);
        }
        return block;
    }

    private JobState job(long id) {
        JobState job = jobs.get(id);
        if (job == null) {
            throw new IllegalArgumentException("job: expected one that was added and has not ended, got " + id);
        }
        return job;
    }

    private SourceQueue source(int number) {
        SourceQueue source = sources.get(number);
        if (source == null) {
            throw new IllegalArgumentException("source: expected one that was added, got " + number);
        }
        return source;
    }
}
