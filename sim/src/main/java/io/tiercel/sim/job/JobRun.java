package io.tiercel.sim.job;

import io.tiercel.assign.CostModel;
import io.tiercel.sim.schedule.LocalityWait;
import io.tiercel.sim.schedule.SlotCandidates;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import io.tiercel.sim.workload.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A job that has begun. */
public final class JobRun {
    /** So few tasks are asked all. */
    private static final int FEW = 8;

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
    private @Nullable SlotCandidates shortlist;
    private int openMaps;
    private int openReduces;
    private final MapOutputs outputs;
    /** That are to wait when all maps have ended again. */
    private final List<TaskRun> later = new ArrayList<>();

    private int lost;
    private @Nullable String failure;
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
            all.add(new TaskRun(this, b, input.get(b), bytes));
            left -= bytes;
        }
        if (all.isEmpty()) {
            all.add(new TaskRun(this, 0, null, 0));
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

    /** What maps leave for the reduces. */
    public MapOutputs outputs() {
        return outputs;
    }

    /** What a reduce fetches, bytes by node. */
    Map<Integer, Long> fetches(TaskRun reduce) {
        return outputs.parts(reduce.index() - maps);
    }

    /** All maps have ended: the reduces wait for slots. */
    private void reducesWait() {
        List<TaskRun> all = new ArrayList<>(later);
        if (later.isEmpty()) {
            for (int r = 0; r < reduces(); r++) {
                all.add(TaskRun.reduce(
                        this, maps + r, MapOutputs.part(job.reduce().shuffleBytes(), r, reduces())));
            }
        }
        later.clear();
        wait(all);
    }

    /** These tasks wait, and no others. */
    private void wait(List<TaskRun> tasks) {
        pending.forEach(TaskRun::unwatch);
        pending = new ArrayList<>(tasks);
        pending.sort(Comparator.comparingInt(TaskRun::index));
        pending.forEach(TaskRun::waitsAgain);
        waiting = pending.size();
        shortlist = null;
    }

    /**
     * What a node's loss means for a job.
     *
     * @param maps that run again, since what they left is no more
     * @param reducesWait whether reduces that have not fetched all are to be given up, and wait for these maps
     */
    public record Loss(BitSet maps, boolean reducesWait) {}

    /**
     * A node is lost, and with it tasks and what maps left there for the reduces. Where there are reduces that need what is lost, and have not
     * fetched it, the maps that left it run again. Only while its tasks do not wait for slots.
     *
     * @param tasks of the job that ran there
     * @param fetching reduces that run elsewhere and have not fetched all
     */
    public Loss lose(int node, List<TaskRun> tasks, List<TaskRun> fetching) {
        outputs.loses(node);
        List<TaskRun> waitAgain = new ArrayList<>(pending());
        for (TaskRun task : tasks) {
            if (task.isReduce()) {
                (openMaps > 0 ? later : waitAgain).add(task);
            } else {
                outputs.isNotMissing(task.index());
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

    /** It ends before all its tasks have. */
    public void fail(String why) {
        failure = why;
        wait(List.of());
    }

    public boolean hasFailed() {
        return failure != null;
    }

    /** Tells policies that a node that holds input has gone or come. */
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

    /** How many tasks have no slot. */
    public int waiting() {
        return waiting;
    }

    /** Those of the tasks without a slot of which one gets the only slot that a node offers, in their order. */
    public List<TaskRun> pendingFor(int node, CostModel costs, IntUnaryOperator rackOf) {
        if (shortlist == null) {
            if (waiting <= FEW) {
                return List.copyOf(pending());
            }
            shortlist = new SlotCandidates(pending(), costs, rackOf);
        }
        return shortlist.of(node);
    }

    /** A task has got a slot. */
    public void started(TaskRun task) {
        task.started();
        waiting--;
    }

    /** Whether no task that waits has input that lies anywhere; a job's tasks that wait at a time are of one kind. */
    public boolean prefersNothing() {
        return pending().get(0).block() == null;
    }

    /** Its tasks have begun to wait, or one of them was started where its input is. */
    public void localAt(long now) {
        lastLocal = now;
        passed = 0;
    }

    /** Whether it leaves slots to others on which none of its tasks would find its input. */
    public boolean passesOver(LocalityWait wait, long now) {
        return wait.goesOn(passed, now - lastLocal);
    }

    /** Whether it has done so at its last offer. */
    public boolean isPassingOver() {
        return passing;
    }

    /** An offer has ended. */
    public void passedOver(boolean anything) {
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

    /** It was written by a task that is lost. */
    void unwrote(StoredBlock block) {
        written.remove(block);
    }

    public List<StoredBlock> written() {
        return written;
    }

    void read(Locality locality) {
        reads.merge(locality, 1, Integer::sum);
    }

    /** So many of its blocks are to be brought in, and its first tasks held back for so long. */
    public void prefetches(int blocks, long nanos) {
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
    public enum Progress {
        GOES_ON,
        /** The last map has ended, and reduces wait. */
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

    /** A task was in a slot for so long, and has to run again or runs no more. */
    void taskGivenUp(long nanos) {
        taskNanos += nanos;
    }

    public JobResult result(long now) {
        NodeCounts readsByNode = NodeCounts.of(servers, served);
        return new JobResult(
                job,
                began,
                now,
                reads,
                readsByNode,
                maps,
                mapNanos,
                taskNanos,
                prefetched,
                delay,
                lost,
                Optional.ofNullable(failure));
    }
}
