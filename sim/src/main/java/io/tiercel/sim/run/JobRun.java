package io.tiercel.sim.run;

import io.tiercel.sim.cluster.StoredBlock;
import io.tiercel.sim.work.Job;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A job that has begun. */
final class JobRun {
    private final int index;
    private final Job job;
    private final long began;
    private final int tasks;
    private final List<Long> outputBlocks;
    private final List<StoredBlock> written = new ArrayList<>();
    private final Map<Locality, Integer> reads = new EnumMap<>(Locality.class);
    private List<TaskRun> pending = new ArrayList<>();
    private int open;
    private long taskNanos;

    /**
     * @param blocks of the input
     * @param outputBlocks lengths of the output's blocks
     */
    JobRun(int index, Job job, long began, List<StoredBlock> blocks, List<Long> outputBlocks) {
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
        this.tasks = pending.size();
        this.open = tasks;
    }

    /** Its number, in the order in which jobs began. */
    int index() {
        return index;
    }

    Job job() {
        return job;
    }

    int tasks() {
        return tasks;
    }

    /** Tasks without a slot, in their order. */
    List<TaskRun> pending() {
        return pending;
    }

    void pendingAre(List<TaskRun> left) {
        pending = left;
    }

    /** Lengths of the blocks that the task writes: each task every so manieth, so that the first ones write if there are few. */
    List<Long> outputsOf(TaskRun task) {
        List<Long> outputs = new ArrayList<>();
        for (int b = task.index(); b < outputBlocks.size(); b += tasks) {
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

    /** A task has ended; whether it was the last. */
    boolean taskEnded(long nanos) {
        taskNanos += nanos;
        return --open == 0;
    }

    JobResult result(long now) {
        return new JobResult(job, began, now, reads, taskNanos);
    }
}
