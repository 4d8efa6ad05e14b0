package io.tiercel.sim.run;

import io.tiercel.assign.CostModel;
import io.tiercel.sim.cluster.StoredBlock;
import io.tiercel.sim.work.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A job that has begun. */
final class JobRun {
    /** So few tasks are asked all. */
    private static final int FEW = 8;

    private final int index;
    private final Job job;
    private final List<StoredBlock> input;
    private final long began;
    private final int maps;
    private final Map<Integer, Long> shuffle = new TreeMap<>();
    private final List<Long> outputBlocks;
    private final List<StoredBlock> written = new ArrayList<>();
    private final Map<Locality, Integer> reads = new EnumMap<>(Locality.class);
    private List<TaskRun> pending = new ArrayList<>();
    private int waiting;
    private @Nullable Shortlist shortlist;
    private int open;
    private long taskNanos;
    private long mapNanos;
    private int[] servers = new int[4];
    private int served;
    private int prefetched;
    private long delay;
    private int passed;
    private boolean passing;
    private long lastLocal;

    /**
     * @param blocks of the input
     * @param outputBlocks lengths of the output's blocks
     */
    JobRun(int index, Job job, long began, List<StoredBlock> blocks, List<Long> outputBlocks) {
        this.input = List.copyOf(blocks);
        this.index = index;
        this.job = job;
        this.began = began;
        this.outputBlocks = outputBlocks;
        long left = job.inputBytes();
        for (int b = 0; b < blocks.size() && left > 0; b++) {
            long bytes = Math.min(left, blocks.get(b).bytes());
            pending.add(new TaskRun(this, b, blocks.get(b), bytes));
            left -= bytes;
        }
        if (pending.isEmpty()) {
            pending.add(new TaskRun(this, 0, null, 0));
        }
        this.maps = pending.size();
        this.open = maps;
        this.waiting = maps;
    }

    /** Its number, in the order in which jobs began. */
    int index() {
        return index;
    }

    Job job() {
        return job;
    }

    int maps() {
        return maps;
    }

    int reduces() {
        return job.reduce().tasks();
    }

    List<StoredBlock> input() {
        return input;
    }

    /** A map has ended on {@code node}; what it leaves there for the reduces, bytes. */
    long leaves(TaskRun map, int node) {
        long bytes = part(job.reduce().shuffleBytes(), map.index(), maps);
        shuffle.merge(node, bytes, Long::sum);
        return bytes;
    }

    /** What a reduce fetches, bytes by node. */
    Map<Integer, Long> fetches(TaskRun reduce) {
        Map<Integer, Long> parts = new TreeMap<>();
        shuffle.forEach((node, bytes) -> parts.put(node, part(bytes, reduce.index() - maps, reduces())));
        return parts;
    }

    /** All maps have ended: the reduces wait for slots. */
    private void reducesWait() {
        pending = new ArrayList<>();
        for (int r = 0; r < reduces(); r++) {
            pending.add(TaskRun.reduce(this, maps + r, part(job.reduce().shuffleBytes(), r, reduces())));
        }
        open = reduces();
        waiting = open;
        shortlist = null;
    }

    /** The part with number {@code i} of {@code of} equal parts of whole bytes. */
    private static long part(long bytes, int i, int of) {
        return (long) ((double) bytes / of * (i + 1)) - (long) ((double) bytes / of * i);
    }

    /** Tasks without a slot, in their order. */
    List<TaskRun> pending() {
        if (pending.size() > waiting) {
            pending.removeIf(task -> !task.isWaiting());
        }
        return pending;
    }

    /** How many tasks have no slot. */
    int waiting() {
        return waiting;
    }

    /** Those of the tasks without a slot of which one gets the only slot that a node offers, in their order. */
    List<TaskRun> pendingFor(int node, CostModel costs, IntUnaryOperator rackOf) {
        if (shortlist == null) {
            if (waiting <= FEW) {
                return List.copyOf(pending());
            }
            shortlist = new Shortlist(pending(), costs, rackOf);
        }
        return shortlist.of(node);
    }

    /** A task has got a slot. */
    void started(TaskRun task) {
        task.started();
        waiting--;
    }

    /** Whether no task that waits has input that lies anywhere; a job's tasks that wait at a time are of one kind. */
    boolean prefersNothing() {
        return pending().get(0).block() == null;
    }

    /** Its tasks have begun to wait, or one of them was started where its input is. */
    void localAt(long now) {
        lastLocal = now;
        passed = 0;
    }

    /** Whether it leaves slots to others on which none of its tasks would find its input. */
    boolean passesOver(LocalityWait wait, long now) {
        return wait.goesOn(passed, now - lastLocal);
    }

    /** Whether it has done so at its last offer. */
    boolean isPassingOver() {
        return passing;
    }

    /** An offer has ended. */
    void passedOver(boolean anything) {
        passing = anything;
        passed += anything ? 1 : 0;
    }

    /** Lengths of the blocks that the task writes: each task every so manieth, so that the first ones write if there are few. */
    List<Long> outputsOf(TaskRun task) {
        List<Long> outputs = new ArrayList<>();
        if (task.isReduce() != reduces() > 0) {
            return outputs;
        }
        int writers = task.isReduce() ? reduces() : maps;
        for (int b = task.isReduce() ? task.index() - maps : task.index(); b < outputBlocks.size(); b += writers) {
            outputs.add(outputBlocks.get(b));
        }
        return outputs;
    }

    void wrote(StoredBlock block) {
        written.add(block);
    }

    List<StoredBlock> written() {
        return written;
    }

    void read(Locality locality) {
        reads.merge(locality, 1, Integer::sum);
    }

    /** So many of its blocks are to be brought in, and its first tasks held back for so long. */
    void prefetches(int blocks, long nanos) {
        prefetched = blocks;
        delay = nanos;
    }

    /** One of its blocks was served by {@code node}. */
    void servedBy(int node) {
        if (served == servers.length) {
            servers = Arrays.copyOf(servers, 2 * served);
        }
        servers[served++] = node;
    }

    /** How it stands with a job when one of its tasks has ended. */
    enum Progress {
        GOES_ON,
        /** The last map has ended, and reduces wait. */
        REDUCES_WAIT,
        HAS_ENDED
    }

    Progress taskEnded(TaskRun task, long nanos) {
        taskNanos += nanos;
        mapNanos += task.isReduce() ? 0 : nanos;
        if (--open > 0) {
            return Progress.GOES_ON;
        }
        if (task.isReduce() || reduces() == 0) {
            return Progress.HAS_ENDED;
        }
        reducesWait();
        return Progress.REDUCES_WAIT;
    }

    JobResult result(long now) {
        NodeCounts readsByNode = NodeCounts.of(servers, served);
        return new JobResult(job, began, now, reads, readsByNode, maps, mapNanos, taskNanos, prefetched, delay);
    }
}
