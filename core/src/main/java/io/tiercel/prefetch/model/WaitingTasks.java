package io.tiercel.prefetch.model;

import io.tiercel.model.Tier;
import io.tiercel.struct.CountingSort;
import io.tiercel.struct.IndexSet;
import io.tiercel.struct.TournamentTree;
import java.util.Arrays;

/**
 * Waiting tasks in the order of a scheduler that places them by tier, when devices are shared.
 *
 * <p>Tasks with input in memory go first. Else a free slot takes the cheapest task of its node. Slots belong to no node here, so it is
 * the node with the fewest running tasks. Its fastest tier goes first, then its device with the fewest readers, then the first task.
 * Tasks whose block is on its way come after all of these, then tasks without input, then tasks whose input no device has.
 *
 * <p>A task over several blocks counts by the block of which it reads most.
 */
final class WaitingTasks {
    private static final int NOT_PENDING = 0;
    private static final int PENDING = 1;
    private static final int OTHERS = 2;

    private final IndexedJob job;

    /** Per task: the block of which it reads most; -1 without input. */
    private final int[] main;

    /** Tasks by main block: {@code byBlock[firstOfBlock[b] .. firstOfBlock[b + 1])}. */
    private final int[] firstOfBlock;

    private final int[] byBlock;
    /** Tasks by each device that has their main block. */
    private final int[] firstOfDevice;

    private final int[] byDevice;
    /** Devices by node, those of a node by tier. */
    private final int[] firstOfNode;

    private final int[] byNode;

    /** Tasks without input on any device. */
    private final int[] others;

    private final boolean[] coming;
    private final boolean[] started;
    private final int[] home;
    /** Per device: the first task that may still wait. */
    private final int[] from;

    private final int[] running;
    private final TournamentTree nodes;
    private final IndexSet inMemory;
    private int phase;
    private int nextOther;

    WaitingTasks(IndexedJob job) {
        this.job = job;
        int tasks = job.tasks();
        main = new int[tasks];
        Arrays.setAll(main, this::main);
        firstOfBlock = new int[job.blocks() + 1];
        byBlock = CountingSort.of(firstOfBlock, main);
        firstOfDevice = new int[job.deviceRate.length + 1];
        byDevice = byDevice();
        firstOfNode = new int[job.memoryFree.length + 1];
        byNode = byNode();
        others = others(tasks);
        coming = new boolean[job.blocks()];
        started = new boolean[tasks];
        home = new int[tasks];
        from = new int[job.deviceRate.length];
        running = new int[job.memoryFree.length];
        nodes = new TournamentTree(job.memoryFree.length);
        inMemory = new IndexSet(tasks);
    }

    private int[] byDevice() {
        int[] replicas = new int[main.length];
        Arrays.setAll(replicas, t -> main[t] < 0 ? 0 : job.firstDevice[main[t] + 1] - job.firstDevice[main[t]]);
        int[] task = new int[Arrays.stream(replicas).sum()];
        int[] device = new int[task.length];
        for (int t = 0, next = 0; t < main.length; t++) {
            for (int i = 0; i < replicas[t]; i++) {
                task[next] = t;
                device[next++] = job.devices[job.firstDevice[main[t]] + i];
            }
        }
        return at(task, CountingSort.of(firstOfDevice, device));
    }

    private int[] byNode() {
        int devices = job.deviceRate.length;
        int[] byTier = new int[devices];
        int[] node = new int[devices];
        int next = 0;
        // A pass for each of few tiers costs less than sorting.
        for (Tier tier : Tier.values()) {
            for (int d = 0; d < devices; d++) {
                if (job.deviceTier[d] == tier) {
                    node[next] = job.deviceNode[d];
                    byTier[next++] = d;
                }
            }
        }
        return at(byTier, CountingSort.of(firstOfNode, node));
    }

    private static int[] at(int[] items, int[] places) {
        Arrays.setAll(places, i -> items[places[i]]);
        return places;
    }

    private int main(int task) {
        int most = -1;
        for (int r = job.firstRead[task]; r < job.firstRead[task + 1]; r++) {
            if (most < 0 || job.readBytes[r] > job.readBytes[most]) {
                most = r;
            }
        }
        return most < 0 ? -1 : job.readBlock[most];
    }

    /** Tasks without input before tasks with remote input. */
    private int[] others(int tasks) {
        int[] list = new int[tasks];
        int count = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int t = 0; t < tasks; t++) {
                boolean far = main[t] >= 0 && job.firstDevice[main[t]] == job.firstDevice[main[t] + 1];
                if (pass == 0 ? main[t] < 0 : far) {
                    list[count++] = t;
                }
            }
        }
        return Arrays.copyOf(list, count);
    }

    /** Lets all tasks wait again, for blocks that {@code source} brings in from a device. */
    void clear(int[] source) {
        Arrays.fill(started, false);
        Arrays.fill(running, 0);
        inMemory.clear();
        System.arraycopy(firstOfDevice, 0, from, 0, from.length);
        nodes.fill(running.length, 0);
        phase = NOT_PENDING;
        nextOther = 0;
        for (int b = 0; b < coming.length; b++) {
            double ready = job.blockReady[b];
            coming[b] = source[b] >= 0 || ready > 0 && ready < Double.POSITIVE_INFINITY;
            if (ready == 0) {
                arrived(b);
            }
        }
    }

    void arrived(int block) {
        for (int i = firstOfBlock[block]; i < firstOfBlock[block + 1]; i++) {
            if (!started[byBlock[i]]) {
                inMemory.add(byBlock[i]);
            }
        }
    }

    /** Starts the next task; only while there is one. A task that reads from memory runs where its block was brought in. */
    int poll(FluidDevices devices, int[] source) {
        if (!inMemory.isEmpty()) {
            int task = inMemory.pollLeast();
            start(task, nodeOf(main[task], source));
            return task;
        }
        while (phase != OTHERS) {
            if (nodes.leastKey() == Double.POSITIVE_INFINITY) {
                nextPhase();
                continue;
            }
            int node = nodes.least();
            int task = cheapest(node, devices);
            if (task >= 0) {
                start(task, node);
                return task;
            }
            nodes.set(node, Double.POSITIVE_INFINITY);
        }
        while (started[others[nextOther]]) {
            nextOther++;
        }
        int task = others[nextOther];
        start(task, -1);
        return task;
    }

    private int nodeOf(int block, int[] source) {
        if (source[block] >= 0) {
            return job.deviceNode[source[block]];
        }
        int first = job.firstDevice[block];
        return first == job.firstDevice[block + 1] ? -1 : job.deviceNode[job.devices[first]];
    }

    private void nextPhase() {
        phase++;
        System.arraycopy(firstOfDevice, 0, from, 0, from.length);
        for (int node = 0; phase == PENDING && node < running.length; node++) {
            nodes.set(node, running[node]);
        }
    }

    private int cheapest(int node, FluidDevices devices) {
        int best = -1;
        for (int i = firstOfNode[node]; i < firstOfNode[node + 1]; i++) {
            int d = byNode[i];
            if (best >= 0 && job.deviceTier[d] != job.deviceTier[best]) {
                break;
            }
            if ((best < 0 || devices.readers(d) < devices.readers(best)) && hasTask(d)) {
                best = d;
                if (devices.readers(d) == 0) {
                    break;
                }
            }
        }
        return best < 0 ? -1 : byDevice[from[best]];
    }

    private boolean hasTask(int device) {
        int at = from[device];
        while (at < firstOfDevice[device + 1]
                && (started[byDevice[at]] || phase == NOT_PENDING && coming[main[byDevice[at]]])) {
            at++;
        }
        from[device] = at;
        return at < firstOfDevice[device + 1];
    }

    private void start(int task, int node) {
        started[task] = true;
        home[task] = node;
        count(node, 1);
    }

    /** The node that a task runs on; -1 for any. */
    int home(int task) {
        return home[task];
    }

    void ended(int task) {
        count(home[task], -1);
    }

    private void count(int node, int more) {
        if (node >= 0) {
            running[node] += more;
            if (nodes.key(node) < Double.POSITIVE_INFINITY) {
                nodes.set(node, running[node]);
            }
        }
    }
}
