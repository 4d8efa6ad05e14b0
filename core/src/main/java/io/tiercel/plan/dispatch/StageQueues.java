package io.tiercel.plan.dispatch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The waiting tasks of a stage by the device from which the plan lets them read most, the longest first; and a last queue of those
 * that the plan has nowhere.
 */
final class StageQueues {
    /** The option of each task that waits in a queue of a device; else {@link StageInputs#NONE}. */
    final int[] planned;
    /** The queue in which each task waits; {@link StageInputs#NONE} for those that wait in none. */
    private final int[] queueOf;
    /** For how long a task would run where it is planned, as was known then. */
    private final double[] taskSeconds;

    private final int[][] queues;
    private final int[] heads;
    /** Bytes that waiting tasks are to read from a device. */
    final double[] bytes;
    /** Seconds for which waiting tasks are to run on a node. */
    final double[] seconds;

    private final int[] tasks;
    private final StageInputs reads;
    private final BitSet pending;

    /** @param pending the tasks that wait; its owner changes it */
    StageQueues(StageInputs reads, BitSet pending, ClusterModel model) {
        this.reads = reads;
        this.pending = pending;
        this.planned = new int[reads.tasks()];
        Arrays.fill(planned, StageInputs.NONE);
        this.queueOf = new int[reads.tasks()];
        Arrays.fill(queueOf, StageInputs.NONE);
        this.taskSeconds = new double[reads.tasks()];
        this.queues = new int[model.devices() + 1][0];
        this.heads = new int[model.devices() + 1];
        this.bytes = new double[model.devices()];
        this.seconds = new double[model.nodes()];
        this.tasks = new int[model.nodes()];
    }

    /**
     * Queues waiting tasks anew.
     *
     * @param option of each task; {@link StageInputs#NONE} for those without
     * @param asked the tasks for which there is an answer; others are in no queue
     */
    void fill(int[] option, BitSet asked, ClusterLoad load) {
        Arrays.fill(bytes, 0);
        Arrays.fill(seconds, 0);
        Arrays.fill(tasks, 0);
        Arrays.fill(heads, 0);
        List<List<Integer>> lists = new ArrayList<>();
        for (int queue = 0; queue < queues.length; queue++) {
            lists.add(new ArrayList<>());
        }
        for (int task = pending.nextSetBit(0); task >= 0; task = pending.nextSetBit(task + 1)) {
            if (!asked.get(task)) {
                planned[task] = StageInputs.NONE;
                queueOf[task] = StageInputs.NONE;
                continue;
            }
            planned[task] = option[task];
            queueOf[task] = option[task] == StageInputs.NONE ? unplaced() : mainDevice(option[task], load);
            taskSeconds[task] = option[task] == StageInputs.NONE ? 0 : load.alone(reads, option[task]);
            lists.get(queueOf[task]).add(task);
            count(task, 1);
        }
        for (int queue = 0; queue < queues.length; queue++) {
            List<Integer> list = lists.get(queue);
            list.sort((one, other) -> Double.compare(taskSeconds[other], taskSeconds[one]));
            queues[queue] = list.stream().mapToInt(task -> task).toArray();
        }
    }

    /** The device of its node from which an option reads longest. */
    private int mainDevice(int option, ClusterLoad load) {
        int main = unplaced();
        double most = -1;
        for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
            double longest = reads.bytes[read] / load.best(reads.device[read]);
            if (longest > most && load.model().nodeOf()[reads.device[read]] == reads.node[option]) {
                most = longest;
                main = reads.device[read];
            }
        }
        return main;
    }

    private void count(int task, double sign) {
        int option = planned[task];
        if (option == StageInputs.NONE) {
            if (queueOf[task] == unplaced() && reads.runsAnywhere(task)) {
                for (int read = reads.firstFar[task]; read < reads.firstFar[task + 1]; read++) {
                    int device = reads.farDevice[read];
                    bytes[device] = Math.max(0, bytes[device] + sign * reads.farBytes[read]);
                }
            }
            return;
        }
        for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
            int device = reads.device[read];
            bytes[device] = Math.max(0, bytes[device] + sign * reads.bytes[read]);
        }
        int node = reads.node[option];
        tasks[node] += (int) sign;
        seconds[node] = Math.max(0, seconds[node] + sign * taskSeconds[task]);
    }

    void remove(int task) {
        count(task, -1);
        planned[task] = StageInputs.NONE;
        queueOf[task] = StageInputs.NONE;
    }

    /** Whether a task waits in none of the queues. */
    boolean lacks(BitSet tasks) {
        return tasks.stream().anyMatch(task -> queueOf[task] == StageInputs.NONE);
    }

    /** Tasks that wait for a node. */
    int tasks(int node) {
        return tasks[node];
    }

    /** The queue of tasks that the plan has nowhere. */
    int unplaced() {
        return queues.length - 1;
    }

    int queueOf(int task) {
        return queueOf[task];
    }

    boolean isEmpty(int queue) {
        int[] tasks = queues[queue];
        while (heads[queue] < tasks.length && !waits(queue, tasks[heads[queue]])) {
            heads[queue]++;
        }
        return heads[queue] == tasks.length;
    }

    private boolean waits(int queue, int task) {
        return queueOf[task] == queue && pending.get(task);
    }

    /** The first task of a queue that is allowed; {@link StageInputs#NONE} if there is none. */
    int firstAllowed(int queue, IntPredicate allowed) {
        for (int i = isEmpty(queue) ? queues[queue].length : heads[queue]; i < queues[queue].length; i++) {
            int task = queues[queue][i];
            if (waits(queue, task) && allowed.test(task)) {
                return task;
            }
        }
        return StageInputs.NONE;
    }

    /** The first tasks of a queue, at most {@code count}. */
    int[] first(int queue, int count) {
        if (isEmpty(queue)) {
            return new int[0];
        }
        return Arrays.stream(queues[queue], heads[queue], queues[queue].length)
                .filter(task -> waits(queue, task))
                .limit(count)
                .toArray();
    }
}
