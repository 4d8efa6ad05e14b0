package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;
import java.util.List;

/**
 * A job that is about to run, and the cluster at that moment.
 *
 * @param devices that blocks are read from
 * @param memoryFree per node: bytes that may still be pinned there, at least 0
 * @param slotsFreeAt per slot: when it is free for the job, seconds; 0 for now. At least one
 * @param blocks input of the job, in the order in which blocks are offered unless sorted
 * @param tasks in the order in which tasks of equal score run
 * @param rates speeds that belong to no device
 * @param times that pass before tasks start and before blocks are read
 * @param scores by which the scheduler orders tasks
 */
public record PrefetchProblem(
        List<SourceDevice> devices,
        List<Long> memoryFree,
        List<Double> slotsFreeAt,
        List<InputBlock> blocks,
        List<JobTask> tasks,
        ReadRates rates,
        PlanningTimes times,
        ReadScores scores) {
    public PrefetchProblem {
        devices = List.copyOf(devices);
        memoryFree = List.copyOf(memoryFree);
        slotsFreeAt = List.copyOf(slotsFreeAt);
        blocks = List.copyOf(blocks);
        tasks = List.copyOf(tasks);
        if (slotsFreeAt.isEmpty()) {
            throw new IllegalArgumentException("slotsFreeAt: expected at least one slot, got none");
        }
        slotsFreeAt.forEach(at -> Preconditions.nonNegative("slotsFreeAt", at));
        memoryFree.forEach(bytes -> Preconditions.nonNegative("memoryFree", bytes));
        for (SourceDevice device : devices) {
            Preconditions.index("device's node", device.node(), memoryFree.size());
        }
        for (InputBlock block : blocks) {
            for (int device : block.devices()) {
                Preconditions.index("block's device", device, devices.size());
            }
        }
        for (JobTask task : tasks) {
            for (BlockRead read : task.reads()) {
                Preconditions.index("task's block", read.block(), blocks.size());
            }
        }
    }
}
