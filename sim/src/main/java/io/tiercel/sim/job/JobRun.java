package io.tiercel.sim.job;

import io.tiercel.sim.job.JobResult.NodeCounts;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A job that has begun. */
public final class JobRun {
    private final int index;
    private final Job job;
    private final List<StoredBlock> input;
    private final long began;
    private final int maps;
    private final List<Long> outputBlocks;
    private final List<StoredBlock> written = new ArrayList<>();
    private final Map<Locality, Integer> reads = new EnumMap<>(Locality.class);
    private List<TaskRun> pending = new ArrayList<>();
    private int waiting;
    private int openMaps;
    private int openReduces;
    private final MapOutputs outputs;
    /** Reduces that will wait when all maps have ended again. */
    private final List<TaskRun> later = new ArrayList<>();

    private int lost;
    private @Nullable String failure;
    private long taskNanos;
    private long mapNanos;
    private final IntStream.Builder servers = IntStream.builder();
    private int prefetched;
    private Predicate<StoredBlock> coming = block -> false;
    private long delay;

    /** @param outputBlocks lengths of the output's blocks */
    public JobRun(int index, Job job, long began, List<StoredBlock> blocks, List<Long> outputBlocks) {
        this.input = List.copyOf(blocks);
        this.index = index;
        this.job = job;
        this.began = began;
        this.outputBlocks = outputBlocks;
        this.pending.addAll(allMaps());
        this.maps = pending.size();
        this.openMaps = maps;
        this.openReduces = reduces();
        this.outputs = new MapOutputs(maps, job.reduce());
        this.waiting = maps;
    }

    private List<TaskRun> allMaps() {
        List<TaskRun> all = new ArrayList<>();
        long left = job.inputBytes();
        for (int b = 0; b < input.size() && left > 0; b++) {
            long bytes = Math.min(left, input.get(b).bytes());
            all.add(new TaskRun(this, b, input.get(b), bytes, false));
            left -= bytes;
        }
        if (all.isEmpty()) {
            all.add(new TaskRun(this, 0, null, 0, false));
        }
        return all;
    }

    /** Its number, in the order in which jobs began. */
    public int index() {
        return index;
    }

    public Job job() {
        return job;
    }

    int maps() {
        return maps;
    }

    int reduces() {
        return job.reduce().tasks();
    }

    public List<StoredBlock> input() {
        return input;
    }

    public MapOutputs outputs() {
        return outputs;
    }

    Map<Integer, Long> fetches(TaskRun reduce) {
        return outputs.parts(reduce.index() - maps);
    }

    private void reducesWait() {
        List<TaskRun> all = new ArrayList<>(later);
        if (later.isEmpty()) {
            for (int r = 0; r < reduces(); r++) {
                long bytes = MapOutputs.part(job.reduce().shuffleBytes(), r, reduces());
                all.add(new TaskRun(this, maps + r, null, bytes, true));
            }
        }
        later.clear();
        wait(all);
    }

    /** Lets these tasks wait, and no others. */
    private void wait(List<TaskRun> tasks) {
        pending.forEach(TaskRun::unwatch);
        pending = new ArrayList<>(tasks);
        pending.sort(Comparator.comparingInt(TaskRun::index));
        pending.forEach(TaskRun::waitsAgain);
        waiting = pending.size();
    }

    /**
     * The consequences of a lost node.
     *
     * @param maps that run again, since their output is lost
     * @param reducesWait whether reduces that still fetch are cancelled, and wait for these maps
     */
    public record Loss(BitSet maps, boolean reducesWait) {}

    /**
     * Takes back the tasks of a lost node, and its map outputs. Maps run again if reduces still need their output. To be called only while no
     * task of the job is offered.
     *
     * @param tasks of the job that ran there
     * @param fetching reduces elsewhere that still fetch
     */
    public Loss lose(int node, List<TaskRun> tasks, List<TaskRun> fetching) {
        outputs.drop(node);
        List<TaskRun> waitAgain = new ArrayList<>(pending());
        for (TaskRun task : tasks) {
            if (task.isReduce()) {
                (openMaps > 0 ? later : waitAgain).add(task);
            } else {
                outputs.missing.clear(task.index()); // it was lost before it ended
                waitAgain.add(task);
            }
        }
        boolean reducing = openMaps == 0;
        boolean needed = !reducing || !waitAgain.isEmpty() || !fetching.isEmpty();
        BitSet missing = needed ? outputs.takeMissing() : new BitSet();
        boolean back = reducing && !missing.isEmpty();
        if (back) {
            later.addAll(waitAgain);
            later.addAll(fetching);
            waitAgain.clear();
        }
        if (!missing.isEmpty()) {
            List<TaskRun> all = allMaps();
            missing.stream().forEach(map -> waitAgain.add(all.get(map)));
            openMaps += missing.cardinality();
        }
        lost += tasks.size() + missing.cardinality() + (back ? fetching.size() : 0);
        wait(waitAgain);
        return new Loss(missing, back);
    }

    public void fail(String why) {
        failure = why;
        wait(List.of());
    }

    public boolean hasFailed() {
        return failure != null;
    }

    /** Reprices the input on a node that has gone or come. */
    public void nodeChanged(int node) {
        for (StoredBlock block : input) {
            for (StoredReplica replica : block.replicas()) {
                if (replica.node() == node) {
                    block.changed();
                    break;
                }
            }
        }
    }

    /** Tasks without a slot, in their order. */
    public List<TaskRun> pending() {
        if (pending.size() > waiting) {
            pending.removeIf(task -> !task.isWaiting());
        }
        return pending;
    }

    public int waiting() {
        return waiting;
    }

    /** Tasks that run now. */
    public int running() {
        return (openMaps > 0 ? openMaps : openReduces) - waiting;
    }

    public void started(TaskRun task) {
        task.started();
        waiting--;
    }

    /** Whether the waiting tasks read nothing. All tasks that wait at a time are maps or all are reduces. */
    public boolean prefersNothing() {
        return pending().get(0).block() == null;
    }

    /** Lengths of the blocks that the task writes. Output blocks are dealt to tasks round-robin. */
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

    public List<StoredBlock> written() {
        return written;
    }

    void read(Locality locality) {
        reads.merge(locality, 1, Integer::sum);
    }

    /**
     * Some of the input is prefetched.
     *
     * @param blocks how many
     * @param nanos by which the first tasks are delayed
     * @param isComing whether a block is on its way into memory
     */
    public void prefetches(int blocks, long nanos, Predicate<StoredBlock> isComing) {
        prefetched = blocks;
        delay = nanos;
        coming = isComing;
    }

    /** Whether a block of the input is on its way into memory. */
    public boolean isComing(StoredBlock block) {
        return coming.test(block);
    }

    void servedBy(int node) {
        servers.add(node);
    }

    /** The state of a job after one of its tasks has ended. */
    public enum Progress {
        GOES_ON,
        /** All maps have ended, and reduces wait. */
        REDUCES_WAIT,
        HAS_ENDED
    }

    public Progress taskEnded(TaskRun task, long nanos) {
        taskNanos += nanos;
        if (task.isReduce()) {
            return --openReduces == 0 ? Progress.HAS_ENDED : Progress.GOES_ON;
        }
        mapNanos += nanos;
        if (--openMaps > 0) {
            return Progress.GOES_ON;
        }
        if (reduces() == 0) {
            return Progress.HAS_ENDED;
        }
        reducesWait();
        return Progress.REDUCES_WAIT;
    }

    void taskGivenUp(long nanos) {
        taskNanos += nanos;
    }

    public JobResult result(long now) {
        return new JobResult(
                job,
                began,
                now,
                reads,
                NodeCounts.of(servers.build()),
                maps,
                mapNanos,
                taskNanos,
                prefetched,
                delay,
                lost,
                Optional.ofNullable(failure));
    }

    /** The output that a job's maps leave on their nodes for its reduces, in equal parts. */
    public static final class MapOutputs {
        private static final int NOWHERE = -1;

        private final int maps;
        private final ReducePhase reduce;
        private final Map<Integer, Long> bytes = new TreeMap<>();
        /** The node of each map's output; empty without reduces. */
        private final int[] nodes;

        private final BitSet missing = new BitSet();

        MapOutputs(int maps, ReducePhase reduce) {
            this.maps = maps;
            this.reduce = reduce;
            this.nodes = new int[reduce.tasks() == 0 ? 0 : maps];
            Arrays.fill(nodes, NOWHERE);
        }

        /** Keeps that a map has ended on {@code node}, and returns the bytes of its output. */
        long leaves(TaskRun map, int node) {
            long part = part(reduce.shuffleBytes(), map.index(), maps);
            bytes.merge(node, part, Long::sum);
            nodes[map.index()] = node;
            return part;
        }

        /** Bytes that a reduce fetches, by node. */
        Map<Integer, Long> parts(int number) {
            Map<Integer, Long> parts = new TreeMap<>();
            bytes.forEach((node, all) -> parts.put(node, part(all, number, reduce.tasks())));
            return parts;
        }

        void drop(int node) {
            if (bytes.remove(node) == null) {
                return;
            }
            for (int map = 0; map < nodes.length; map++) {
                if (nodes[map] == node) {
                    nodes[map] = NOWHERE;
                    missing.set(map);
                }
            }
        }

        public boolean isOn(int node) {
            return bytes.containsKey(node);
        }

        /** Removes and returns the maps whose output is lost. */
        BitSet takeMissing() {
            BitSet taken = (BitSet) missing.clone();
            missing.clear();
            return taken;
        }

        /** The part with number {@code i} of {@code of} equal parts of whole bytes. */
        static long part(long bytes, int i, int of) {
            return (long) ((double) bytes / of * (i + 1)) - (long) ((double) bytes / of * i);
        }
    }
}
