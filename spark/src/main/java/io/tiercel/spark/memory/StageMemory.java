package io.tiercel.spark.memory;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.memory.BlockReaders;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The blocks that one task set reads: which tasks read them, and how much of them is in memory. News counts only for tasks that
 * wait to be launched, because a task that reads its block brings it into memory. Thread-safe; calls nobody back under its lock.
 */
public final class StageMemory {
    /** Receives what the stage needs no more, on the thread that changed it. */
    interface Owner {
        /** All tasks of the stage that read these blocks have been launched. Their reads are yet to end. */
        void begun(StageMemory stage, List<BlockId> blocks);

        /** All tasks of the stage that read these blocks have finished. */
        void read(StageMemory stage, List<BlockId> blocks);

        /** The stage needs nothing more. */
        void over(StageMemory stage);
    }

    private final Owner owner;
    private final CountDownLatch firstAnswer = new CountDownLatch(1);

    /** Guarded by this, as is all below. */
    private final BlockReaders<BlockId> readers = new BlockReaders<>();

    private final ResidentBlocks resident;
    private final BitSet changed = new BitSet();
    private long generation;
    private boolean over;
    private int openRequests;

    /** Whether the coordinator has answered for this stage, and was not lost since. */
    private boolean answered;

    /** Whether block locations name blocks in memory. They are older than the coordinator's word, and hold until it answers. */
    private boolean locationsNameMemory;

    private Runnable changeListener = () -> {};
    private BiConsumer<BlockId, Residency> residencyListener = (id, residency) -> {};

    StageMemory(HostRegistry hosts, Owner owner) {
        this.owner = owner;
        this.resident = new ResidentBlocks(hosts);
    }

    /**
     * Adds the blocks that a task reads, once for each task. Blocks without a name are passed over.
     *
     * @return those that are new to the stage, in their order
     */
    Map<BlockId, Block> reads(int task, Collection<Block> read) {
        Map<BlockId, Block> named = new LinkedHashMap<>();
        boolean inMemory = false;
        for (Block block : read) {
            if (block.id() != null && named.putIfAbsent(block.id(), block) == null) {
                inMemory |= block.replicas().stream()
                        .anyMatch(replica -> !replica.residency().equals(Residency.NONE));
            }
        }
        synchronized (this) {
            if (over || readers.knowsTask(task)) {
                return Map.of();
            }
            locationsNameMemory |= inMemory;
            named.keySet().retainAll(readers.add(task, named.keySet()));
        }
        return named;
    }

    /** Those of {@code ids} whose tasks had all finished before {@link #reads} named them. */
    synchronized List<BlockId> readAlready(Collection<BlockId> ids) {
        return ids.stream().filter(readers::isRead).toList();
    }

    /** Those of {@code ids} whose tasks had all been launched before {@link #reads} named them, and have not all finished. */
    synchronized List<BlockId> begunAlready(Collection<BlockId> ids) {
        return ids.stream().filter(readers::isBegun).toList();
    }

    /** A task runs: blocks that come into memory from now on are of no use to it. */
    public void launched(int task) {
        List<BlockId> begun;
        synchronized (this) {
            changed.clear(task);
            begun = readers.launch(task);
        }
        if (!begun.isEmpty()) {
            owner.begun(this, begun);
        }
    }

    /** Whether a task has yet to be launched for the first time, or waits again. */
    public synchronized boolean isWaiting(int task) {
        return readers.isWaiting(task);
    }

    /** How many tasks run or have run. */
    public synchronized int launchedTasks() {
        return readers.launchedTasks();
    }

    /** A task waits again. Its price is as old as its launch. */
    public synchronized void pending(int task) {
        if (readers.relaunch(task)) {
            touch(task);
        }
    }

    /** A task has succeeded. Reports the blocks that no other task of the stage has still to read. */
    public void finished(int task) {
        List<BlockId> read;
        synchronized (this) {
            read = readers.finish(task);
            changed.clear(task);
        }
        if (!read.isEmpty()) {
            owner.read(this, read);
        }
    }

    /** Ends the stage, and keeps what is known of it. */
    public void end() {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            changeListener = () -> {};
            residencyListener = (id, residency) -> {};
        }
        firstAnswer.countDown();
        owner.over(this);
    }

    /** Notes how much of a block is in the memory of a node, and passes it on to {@link #whenHeard}'s listener. */
    void put(BlockId id, int node, Residency residency) {
        BiConsumer<BlockId, Residency> listener;
        synchronized (this) {
            if (!over && readers.knowsBlock(id) && resident.put(id, node, residency)) {
                readers.eachWaiting(id, this::touch);
            }
            listener = residencyListener;
        }
        listener.accept(id, residency);
    }

    /** Forgets what the coordinator said. */
    synchronized void forgetAll() {
        if (over) {
            return;
        }
        if (answered && locationsNameMemory) {
            readers.eachWaiting(this::touch);
        }
        answered = false;
        resident.clear().forEach(id -> readers.eachWaiting(id, this::touch));
    }

    private void touch(int task) {
        changed.set(task);
        generation++;
    }

    /** How much of a replica is in memory: as the coordinator says if it has answered, else as the block locations say. */
    public synchronized Residency of(BlockId id, Replica replica) {
        boolean known = readers.knowsBlock(id) && (answered || resident.isAnywhere(id));
        return known ? resident.at(id, replica.node()) : replica.residency();
    }

    /** How much of a block is in the memory of a node. */
    public synchronized Residency at(BlockId id, int node) {
        return resident.at(id, node);
    }

    /** The largest share of a block on any node; of equal shares, one that is arriving. */
    public synchronized Residency best(BlockId id) {
        return resident.best(id);
    }

    /** Whether a block is in memory, or on its way there, on any node. */
    public synchronized boolean isAnywhere(BlockId id) {
        return resident.isAnywhere(id);
    }

    /** A number that grows whenever {@link #takeChanged} has something new. */
    public synchronized long generation() {
        return generation;
    }

    /** The waiting tasks whose blocks have come or gone since the last call. */
    public synchronized BitSet takeChanged() {
        BitSet taken = (BitSet) changed.clone();
        changed.clear();
        return taken;
    }

    /** Sets the listener that is called after news. It must not wait. */
    public synchronized void whenChanged(Runnable listener) {
        if (!over) {
            changeListener = listener;
        }
    }

    /** Sets the listener of every report of a block of the stage at any node. It must not wait. */
    public synchronized void whenHeard(BiConsumer<BlockId, Residency> listener) {
        if (!over) {
            residencyListener = listener;
        }
    }

    /** Calls the listener if there is news. */
    void announce() {
        Runnable listener;
        synchronized (this) {
            listener = changed.isEmpty() ? () -> {} : changeListener;
        }
        listener.run();
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
            if (!answered && locationsNameMemory && !over) {
                readers.eachWaiting(this::touch);
            }
            answered = true;
        }
        firstAnswer.countDown();
        announce();
    }

    /** Ends the wait of {@link #await}: nobody is there to answer. */
    void stopWaiting() {
        firstAnswer.countDown();
    }

    /** Waits for the first answer, at most {@code budget}. An interrupt ends the wait too, and is kept. */
    boolean await(Duration budget) {
        try {
            return firstAnswer.await(Math.max(0, budget.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** How much of each block is in the memory of which nodes. Keeps blocks that are nowhere in memory out. */
    private static final class ResidentBlocks {
        private record Resident(int node, Residency residency) {}

        private final Map<BlockId, List<Resident>> blocks = new HashMap<>();
        private final HostRegistry hosts;

        ResidentBlocks(HostRegistry hosts) {
            this.hosts = hosts;
        }

        /** @return whether that is news */
        boolean put(BlockId id, int node, Residency residency) {
            if (at(id, node).equals(residency)) {
                return false;
            }
            List<Resident> residents = new ArrayList<>(of(id));
            residents.removeIf(each -> isSame(each.node(), node));
            if (!residency.equals(Residency.NONE)) {
                residents.add(new Resident(node, residency));
            }
            if (residents.isEmpty()) {
                blocks.remove(id);
            } else {
                blocks.put(id, List.copyOf(residents));
            }
            return true;
        }

        /** @return the blocks that were in memory somewhere */
        Set<BlockId> clear() {
            Set<BlockId> known = Set.copyOf(blocks.keySet());
            blocks.clear();
            return known;
        }

        /** How much of a block is in the memory of a node. */
        Residency at(BlockId id, int node) {
            return of(id).stream()
                    .filter(each -> isSame(each.node(), node))
                    .map(Resident::residency)
                    .findFirst()
                    .orElse(Residency.NONE);
        }

        /** The largest share of a block on any node; of equal shares, one that is arriving. */
        Residency best(BlockId id) {
            return of(id).stream()
                    .map(Resident::residency)
                    .max(Comparator.comparingDouble(Residency::share).thenComparing(Residency::arriving))
                    .orElse(Residency.NONE);
        }

        boolean isAnywhere(BlockId id) {
            return blocks.containsKey(id);
        }

        private List<Resident> of(BlockId id) {
            return blocks.getOrDefault(id, List.of());
        }

        private boolean isSame(int one, int other) {
            return one == other || hosts.canonical(one) == hosts.canonical(other);
        }
    }
}
