package io.tiercel.prefetch.model;

import io.tiercel.assign.CostModel;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import java.util.Arrays;

/** A problem in flat arrays. The models run over it once for each degree tried; boxed indices would take most of their time. */
public final class IndexedJob {
    /** Scores in {@link CostModel#units}, as all scores here. */
    final int memoryScore;

    private final int arrivingScore;
    private final int noInputScore;
    private final int[] tierScores;
    public final PlanningTimes times;
    public final double memoryRate;

    /** Index in the problem of each device. Devices without input of the job are left out. */
    public final int[] deviceIndex;

    public final int[] deviceNode;
    public final Tier[] deviceTier;
    public final double[] deviceRate;
    public final double[] deviceBusy;
    public final long[] memoryFree;
    /** Ascending. */
    public final double[] slotsFreeAt;

    public final long[] blockBytes;
    /** When each block is in memory without a plan; infinity if never. */
    public final double[] blockReady;

    /** Replicas of block b: {@code devices[firstDevice[b] .. firstDevice[b + 1])}. */
    public final int[] firstDevice;

    public final int[] devices;
    /** Rate and score of each block's fastest replica, which tasks read if nothing is prefetched. */
    public final double[] baseRate;

    private final int[] baseScore;

    /** Reads of task t: {@code readBlock[firstRead[t] .. firstRead[t + 1])}. */
    public final int[] firstRead;

    public final int[] readBlock;
    public final long[] readBytes;
    public final double[] cpu;

    public IndexedJob(PrefetchProblem problem) {
        times = problem.times();
        ReadScores scores = problem.scores();
        memoryScore = CostModel.units(scores.memory());
        arrivingScore = CostModel.units(scores.arriving());
        noInputScore = CostModel.units(scores.noInput());
        tierScores = Arrays.stream(Tier.values())
                .mapToInt(tier -> CostModel.units(scores.of(tier)))
                .toArray();
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
        slotsFreeAt = problem.slotsFreeAt().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
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

    /** The devices that hold blocks, in order; fills in the new number of each. */
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

    /** Adds a block; returns {@code places}, or a larger copy. */
    private int[] place(int b, InputBlock block, double remoteRate, int[] number, int[] places) {
        blockBytes[b] = block.bytes();
        blockReady[b] = block.readyAt();
        baseRate[b] = remoteRate;
        baseScore[b] = tierScores[Tier.REMOTE.ordinal()];
        int replicas = block.devices().size();
        firstDevice[b + 1] = firstDevice[b] + replicas;
        int[] room = firstDevice[b + 1] <= places.length ? places : Arrays.copyOf(places, 2 * firstDevice[b + 1]);
        for (int i = 0; i < replicas; i++) {
            int device = number[block.devices().get(i)];
            room[firstDevice[b] + i] = device;
            int score = tierScores[deviceTier[device].ordinal()];
            if (score < baseScore[b] || score == baseScore[b] && deviceRate[device] > baseRate[b]) {
                baseScore[b] = score;
                baseRate[b] = deviceRate[device];
            }
        }
        return room;
    }

    public int blocks() {
        return blockBytes.length;
    }

    public int tasks() {
        return cpu.length;
    }

    /** Per block the device that it is prefetched from: none. */
    public int[] withoutSources() {
        int[] sources = new int[blocks()];
        Arrays.fill(sources, -1);
        return sources;
    }

    /** Most blocks that come from one device. @param source the device of each block, -1 for none */
    public int mostOfADevice(int[] source) {
        int[] perDevice = new int[deviceRate.length];
        Arrays.stream(source).filter(device -> device >= 0).forEach(device -> perDevice[device]++);
        return Arrays.stream(perDevice).max().orElse(0);
    }

    /**
     * The score of a task at {@code now} whose blocks come into memory at {@code readyAt}: the mean over its blocks by bytes, by
     * equal shares if it has no bytes. Trident, section 4.1.
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
        return to == from ? noInputScore : (int) Math.round(sum / bytes);
    }

    private int score(int block, double ready, double now, boolean inclusive) {
        if (ready == 0 || ready < now || inclusive && ready == now) {
            return memoryScore;
        }
        return ready < Double.POSITIVE_INFINITY ? arrivingScore : baseScore[block];
    }
}
