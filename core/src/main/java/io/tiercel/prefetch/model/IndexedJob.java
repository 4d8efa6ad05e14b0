package io.tiercel.prefetch.model;

import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.SourceDevice;
import java.util.Arrays;

/**
 * A problem in flat arrays: the models run over it once for each degree of parallelism that is tried, and a list of boxed
 * indices would be most of their time.
 */
public final class IndexedJob {
    /** Scores in thousandths: the paper's tiers, and a block on its way between the slowest tier (20) and the rack (40). */
    static final int MEMORY_SCORE = 1_000;

    private static final int SSD_SCORE = 8_000;
    private static final int HDD_SCORE = 20_000;
    private static final int PENDING_SCORE = 30_000;
    private static final int REMOTE_SCORE = 100_000;

    final PlanningTimes times;
    public final double memoryRate;

    /** Devices are numbered anew, without those that have nothing of the job: the index of each in the problem. */
    public final int[] deviceIndex;

    public final int[] deviceNode;
    public final Tier[] deviceTier;
    public final double[] deviceRate;
    final double[] deviceBusy;
    public final long[] memoryFree;
    final double[] slotsFreeAt;

    public final long[] blockBytes;
    /** Whatever is planned. */
    public final double[] blockReady;

    /** Replicas of block b: {@code devices[firstDevice[b] .. firstDevice[b + 1])}. */
    public final int[] firstDevice;

    public final int[] devices;
    /** Of the fastest replica, and its tier's score: what a task reads that nothing was prefetched for. */
    public final double[] baseRate;

    private final int[] baseScore;

    /** Reads of task t: {@code readBlock[firstRead[t] .. firstRead[t + 1])}. */
    public final int[] firstRead;

    public final int[] readBlock;
    final long[] readBytes;
    final double[] cpu;

    public IndexedJob(PrefetchProblem problem) {
        times = problem.times();
        memoryRate = problem.rates().memoryBytesPerSecond();
        int[] number = new int[problem.devices().size()];
        deviceIndex = used(problem, number);
        int nDevices = deviceIndex.length;
        deviceNode = new int[nDevices];
        deviceTier = new Tier[nDevices];
        deviceRate = new double[nDevices];
        deviceBusy = new double[nDevices];
        for (int d = 0; d < nDevices; d++) {
            SourceDevice device = problem.devices().get(deviceIndex[d]);
            deviceNode[d] = device.node();
            deviceTier[d] = device.tier();
            deviceRate[d] = device.bytesPerSecond();
            deviceBusy[d] = device.busySeconds();
        }
        memoryFree = problem.memoryFree().stream().mapToLong(Long::longValue).toArray();
        slotsFreeAt =
                problem.slotsFreeAt().stream().mapToDouble(Double::doubleValue).toArray();
        int nBlocks = problem.blocks().size();
        blockBytes = new long[nBlocks];
        blockReady = new double[nBlocks];
        baseRate = new double[nBlocks];
        baseScore = new int[nBlocks];
        firstDevice = new int[nBlocks + 1];
        int[] places = new int[3 * nBlocks];
        for (int b = 0; b < nBlocks; b++) {
            places = place(b, problem.blocks().get(b), problem.rates().remoteBytesPerSecond(), number, places);
        }
        devices = Arrays.copyOf(places, firstDevice[nBlocks]);
        int nTasks = problem.tasks().size();
        cpu = new double[nTasks];
        firstRead = new int[nTasks + 1];
        int[] block = new int[nTasks];
        long[] bytes = new long[nTasks];
        for (int t = 0, r = 0; t < nTasks; t++) {
            JobTask task = problem.tasks().get(t);
            cpu[t] = task.cpuSeconds();
            for (BlockRead read : task.reads()) {
                if (r == block.length) {
                    block = Arrays.copyOf(block, 2 * r);
                    bytes = Arrays.copyOf(bytes, 2 * r);
                }
                block[r] = read.block();
                bytes[r++] = read.bytes();
            }
            firstRead[t + 1] = r;
        }
        readBlock = Arrays.copyOf(block, firstRead[nTasks]);
        readBytes = Arrays.copyOf(bytes, firstRead[nTasks]);
    }

    /** The devices that blocks lie on, in order; fills in the place of each among them. */
    private static int[] used(PrefetchProblem problem, int[] number) {
        for (InputBlock block : problem.blocks()) {
            for (int device : block.devices()) {
                number[device] = 1;
            }
        }
        int[] used = new int[number.length];
        int count = 0;
        for (int device = 0; device < number.length; device++) {
            if (number[device] > 0) {
                used[count] = device;
                number[device] = count++;
            }
        }
        return Arrays.copyOf(used, count);
    }

    /** Adds a block; {@code places} grows where it has to. */
    private int[] place(int b, InputBlock block, double remoteRate, int[] number, int[] places) {
        blockBytes[b] = block.bytes();
        blockReady[b] = block.readyAt();
        baseRate[b] = remoteRate;
        baseScore[b] = REMOTE_SCORE;
        int replicas = block.devices().size();
        firstDevice[b + 1] = firstDevice[b] + replicas;
        int[] room = firstDevice[b + 1] <= places.length ? places : Arrays.copyOf(places, 2 * firstDevice[b + 1]);
        for (int i = 0; i < replicas; i++) {
            int device = number[block.devices().get(i)];
            room[firstDevice[b] + i] = device;
            int score = score(deviceTier[device]);
            if (score < baseScore[b] || score == baseScore[b] && deviceRate[device] > baseRate[b]) {
                baseScore[b] = score;
                baseRate[b] = deviceRate[device];
            }
        }
        return room;
    }

    private static int score(Tier tier) {
        return switch (tier) {
            case MEMORY -> MEMORY_SCORE;
            case SSD -> SSD_SCORE;
            case HDD -> HDD_SCORE;
            case REMOTE -> REMOTE_SCORE;
        };
    }

    public int blocks() {
        return blockBytes.length;
    }

    public int tasks() {
        return cpu.length;
    }

    /**
     * The score that a task has at {@code now}, in thousandths, when its blocks come into memory at {@code readyAt}: by bytes over
     * its blocks; equal shares where there are no bytes at all. Trident, section 4.1.
     */
    int score(int task, double[] readyAt, double now, boolean inclusive) {
        double sum = 0;
        double bytes = 0;
        int from = firstRead[task];
        int to = firstRead[task + 1];
        if (to == from + 1) {
            return score(readBlock[from], readyAt[readBlock[from]], now, inclusive);
        }
        for (int r = from; r < to; r++) {
            double weight = Math.max(readBytes[r], Double.MIN_NORMAL);
            sum += weight * score(readBlock[r], readyAt[readBlock[r]], now, inclusive);
            bytes += weight;
        }
        // Without input it runs just before what would cross the rack, as in the assignment's cost model.
        return to == from ? PENDING_SCORE + 9_000 : (int) Math.round(sum / bytes);
    }

    private int score(int block, double ready, double now, boolean inclusive) {
        if (ready == 0 || ready < now || inclusive && ready == now) {
            return MEMORY_SCORE;
        }
        return ready < Double.POSITIVE_INFINITY ? PENDING_SCORE : baseScore[block];
    }
}
