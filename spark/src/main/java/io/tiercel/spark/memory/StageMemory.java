package io.tiercel.spark.memory;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The blocks that one task set reads: which tasks read them, and what of them is known to be in memory. News is kept only for
 * tasks that wait to be launched: a task that reads its block brings it into memory, which is no news to anybody else of its
 * stage. Thread-safe; nothing is called back under its lock.
 */
public final class StageMemory {
    /** Told, on the thread of whoever did it, what the stage needs no more. */
    interface Owner {
        /** Of the tasks of the stage that read these blocks, none waits any more. Their reads are yet to end. */
        void begun(StageMemory stage, List<BlockId> blocks);

        /** These blocks have been read by all tasks of the stage that do. */
        void read(StageMemory stage, List<BlockId> blocks);

        /** Nothing more of this stage is of interest. */
        void over(StageMemory stage);
    }

    private static final int[] NO_TASKS = {};

    private record Resident(int node, Residency residency) {}

    private static final class Entry {
        int[] tasks = NO_TASKS;
        int waiting;
        int unread;
        List<Resident> residents = List.of();
    }

    private final HostRegistry hosts;
    private final Owner owner;
    private final CountDownLatch told = new CountDownLatch(1);
    private final Map<BlockId, Entry> blocks = new HashMap<>();
    private final Map<Integer, List<BlockId>> byTask = new HashMap<>();
    private final BitSet launched = new BitSet();
    private final BitSet finished = new BitSet();
    private final BitSet changed = new BitSet();
    private long generation;
    private boolean over;
    private int openRequests;

    /** Whether the coordinator has spoken of this stage, and was not lost since. */
    private boolean heard;

    /** Whether block locations told of blocks in memory: an older word than the coordinator's, which holds until it speaks. */
    private boolean hearsay;

    private Runnable listener = () -> {};
    private BiConsumer<BlockId, Residency> hearer = (id, residency) -> {};

    StageMemory(HostRegistry hosts, Owner owner) {
        this.hosts = hosts;
        this.owner = owner;
    }

    /**
     * A task reads these blocks; those without a name are passed over. Said once for each task.
     *
     * @return what the stage did not read before, as far as it has not been read already
     */
    synchronized List<Block> reads(int task, Collection<Block> read) {
        if (over || byTask.containsKey(task)) {
            return List.of();
        }
        List<Block> fresh = new ArrayList<>();
        List<BlockId> ids = new ArrayList<>();
        for (Block block : read) {
            BlockId id = block.id();
            if (id == null || ids.contains(id)) {
                continue;
            }
            ids.add(id);
            hearsay |= block.replicas().stream()
                    .anyMatch(replica -> !replica.residency().equals(Residency.NONE));
            Entry entry = blocks.get(id);
            if (entry == null) {
                entry = new Entry();
                blocks.put(id, entry);
                fresh.add(block);
            }
            entry.tasks = Arrays.copyOf(entry.tasks, entry.tasks.length + 1);
            entry.tasks[entry.tasks.length - 1] = task;
            entry.waiting += launched.get(task) ? 0 : 1;
            entry.unread += finished.get(task) ? 0 : 1;
        }
        byTask.put(task, ids);
        return fresh;
    }

    /** Those of {@code ids} that only tasks read which had finished before {@link #reads} was said of them. */
    synchronized List<BlockId> readAlready(Collection<BlockId> ids) {
        return ids.stream().filter(id -> blocks.get(id).unread == 0).toList();
    }

    /** The same of tasks that had been launched by then, and have not all finished. */
    synchronized List<BlockId> begunAlready(Collection<BlockId> ids) {
        return ids.stream()
                .filter(id -> blocks.get(id).waiting == 0 && blocks.get(id).unread > 0)
                .toList();
    }

    /** A task runs: what comes into memory from now on is of no use to it any more. */
    public void launched(int task) {
        List<BlockId> begun;
        synchronized (this) {
            changed.clear(task);
            begun = launch(task);
        }
        if (!begun.isEmpty()) {
            owner.begun(this, begun);
        }
    }

    /** Says for which blocks no task waits any more. */
    private List<BlockId> launch(int task) {
        if (launched.get(task)) {
            return List.of();
        }
        launched.set(task);
        List<BlockId> begun = new ArrayList<>();
        for (BlockId id : byTask.getOrDefault(task, List.of())) {
            Entry entry = blocks.get(id);
            if (entry != null && --entry.waiting == 0) {
                begun.add(id);
            }
        }
        return begun;
    }

    /** Whether a task has yet to be launched for the first time, or waits again. */
    public synchronized boolean isWaiting(int task) {
        return !launched.get(task);
    }

    /** How many tasks run or have run. */
    public synchronized int launchedTasks() {
        return launched.cardinality();
    }

    /** A task waits again. Its price is of the time at which it was launched. */
    public void pending(int task) {
        synchronized (this) {
            if (!launched.get(task)) {
                return;
            }
            launched.clear(task);
            for (BlockId id : byTask.getOrDefault(task, List.of())) {
                blocks.get(id).waiting++;
            }
            changed.set(task);
            generation++;
        }
    }

    /** A task has done its work; a block that no other task of the stage has still to read is reported as read. */
    public void finished(int task) {
        List<BlockId> read = new ArrayList<>();
        synchronized (this) {
            if (finished.get(task)) {
                return;
            }
            finished.set(task);
            launch(task);
            changed.clear(task);
            for (BlockId id : byTask.getOrDefault(task, List.of())) {
                Entry entry = blocks.get(id);
                if (entry != null && --entry.unread == 0) {
                    read.add(id);
                }
            }
        }
        if (!read.isEmpty()) {
            owner.read(this, read);
        }
    }

    /** The stage is over. What is known of it stays known. */
    public void end() {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            listener = () -> {};
            hearer = (id, residency) -> {};
        }
        told.countDown();
        owner.over(this);
    }

    /** So much of a block is in the memory of a node. */
    synchronized void put(BlockId id, int node, Residency residency) {
        Entry entry = blocks.get(id);
        if (entry == null || over) {
            return;
        }
        List<Resident> others = new ArrayList<>(entry.residents.size() + 1);
        for (Resident each : entry.residents) {
            if (!isSame(each.node(), node)) {
                others.add(each);
            } else if (each.residency().equals(residency)) {
                return;
            }
        }
        if (!residency.equals(Residency.NONE)) {
            others.add(new Resident(node, residency));
        } else if (others.size() == entry.residents.size()) {
            return;
        }
        entry.residents = List.copyOf(others);
        touch(entry);
    }

    /** Nothing is known any more. */
    synchronized void forgetAll() {
        if (heard && hearsay) {
            touchAll();
        }
        heard = false;
        for (Entry entry : blocks.values()) {
            if (!entry.residents.isEmpty() && !over) {
                entry.residents = List.of();
                touch(entry);
            }
        }
    }

    private void touch(Entry entry) {
        for (int task : entry.tasks) {
            if (!launched.get(task)) {
                changed.set(task);
                generation++;
            }
        }
    }

    private void touchAll() {
        for (int task : byTask.keySet()) {
            if (!launched.get(task) && !over) {
                changed.set(task);
                generation++;
            }
        }
    }

    /** What of a replica is in memory: by the coordinator's word if it has spoken, else by that of the block locations. */
    public synchronized Residency of(BlockId id, Replica replica) {
        Entry entry = blocks.get(id);
        boolean known = entry != null && (heard || !entry.residents.isEmpty());
        return known ? at(id, replica.node()) : replica.residency();
    }

    /** What is known of a block at a node. */
    public synchronized Residency at(BlockId id, int node) {
        Entry entry = blocks.get(id);
        if (entry != null) {
            for (Resident each : entry.residents) {
                if (isSame(each.node(), node)) {
                    return each.residency();
                }
            }
        }
        return Residency.NONE;
    }

    /** The most that is known of a block on any node: what is in memory before what arrives. */
    public synchronized Residency best(BlockId id) {
        Residency best = Residency.NONE;
        Entry entry = blocks.get(id);
        for (Resident each : entry == null ? List.<Resident>of() : entry.residents) {
            Residency one = each.residency();
            if (one.share() > best.share() || one.share() == best.share() && one.arriving()) {
                best = one;
            }
        }
        return best;
    }

    /** Whether a block is known to be in memory, or on its way, on any node. */
    public synchronized boolean isAnywhere(BlockId id) {
        Entry entry = blocks.get(id);
        return entry != null && !entry.residents.isEmpty();
    }

    private boolean isSame(int one, int other) {
        return one == other || hosts.canonical(one) == hosts.canonical(other);
    }

    /** Another number than before whenever {@link #takeChanged} has something. */
    public synchronized long generation() {
        return generation;
    }

    /** The waiting tasks whose blocks have come or gone since the last call. */
    public synchronized BitSet takeChanged() {
        BitSet taken = (BitSet) changed.clone();
        changed.clear();
        return taken;
    }

    /** Calls {@code listener} after news, instead of any before; it must not wait. */
    public synchronized void whenChanged(Runnable called) {
        if (!over) {
            listener = called;
        }
    }

    /** Calls {@code called} with whatever is heard of a block of the stage at any node, instead of any before; it must not wait. */
    public synchronized void whenHeard(BiConsumer<BlockId, Residency> called) {
        if (!over) {
            hearer = called;
        }
    }

    /** So much of a block is in the memory of some node: those who listen are told. */
    void heard(BlockId id, Residency residency) {
        BiConsumer<BlockId, Residency> called;
        synchronized (this) {
            called = hearer;
        }
        called.accept(id, residency);
    }

    /** There may be news: those who listen are told. */
    void announce() {
        Runnable called;
        synchronized (this) {
            called = changed.isEmpty() ? () -> {} : listener;
        }
        called.run();
    }

    /** The coordinator is asked for blocks of the stage; {@link #answered} follows for each such request. */
    synchronized void asked() {
        openRequests++;
    }

    /** The coordinator has said all that it knows about the blocks of one request. */
    void answered() {
        synchronized (this) {
            openRequests--;
        }
        answeredAnew();
    }

    /** The coordinator has said again all that it knows; counts unless a request of the stage is open. */
    void answeredAnew() {
        synchronized (this) {
            if (openRequests > 0) {
                return;
            }
            if (!heard && hearsay) {
                touchAll();
            }
            heard = true;
        }
        told.countDown();
        announce();
    }

    /** Nobody is there to say anything: whoever waits goes on without. */
    void waitNoMore() {
        told.countDown();
    }

    /** Waits until that has been said, or will not be; false if it takes longer. An interrupt ends the wait too, and is kept. */
    boolean await(Duration budget) {
        try {
            return told.await(Math.max(0, budget.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
