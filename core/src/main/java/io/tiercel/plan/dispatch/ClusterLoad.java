package io.tiercel.plan.dispatch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The running tasks of a cluster, and the speeds that its devices and nodes have shown. The stages of an application share it. Not
 * thread-safe.
 *
 * <p>Tasks do not report when they read. We assume that a task first reads, and then reads and computes by turns. Its rest is
 * estimated from the time that has passed.
 */
public final class ClusterLoad {
    /** Shortest time between two counts of readers that are looked at: seconds. */
    private static final double OBSERVE_SECONDS = 0.5;

    private static final double OBSERVE_WEIGHT = 0.5;
    /** Fewer readers of others are taken for chance. */
    private static final double LEAST_OTHERS = 0.5;

    /** Reads of fewer bytes tell more of how files are opened, and of executors that warm up, than of bandwidth. */
    private static final double LEAST_BYTES = 2 << 20;

    /** Seconds that a task may lose while it warms up its executor. */
    static final double WARM_UP = 3;

    /** A task that runs for so many seconds tells of others, even if its executor warms up meanwhile. */
    private static final double LONGEST_WARM_UP = 10;

    private ClusterModel model;
    private int[][] devicesByNode = {};
    private int[] slots = {};
    private int allSlots;
    private final List<Run> runs = new ArrayList<>();
    private final List<PlannedStage> stages = new ArrayList<>();
    private final LearnedSpeeds learned = new LearnedSpeeds();
    /** Our readers at a time, each by the share of its time in which it reads. */
    private double[] readers = {};
    /** Readers of others: smoothed, and as they count. */
    private double[] othersSmoothed = {};

    private double[] others = {};
    private double observedAt = Double.NEGATIVE_INFINITY;
    /** Bytes that one reader of a device could have read since the start, at its told bandwidth. */
    private double[] served = {};

    private double[] servedAt = {};

    /** A task that runs. */
    static final class Run {
        final StageInputs reads;
        final int task;
        final int node;
        /** Whether all its input is on other nodes. */
        final boolean isFar;

        final double since;
        /** Seconds of reading and computing, had it all devices for itself; as estimated at its start. */
        final double reading;

        final double computing;
        final int[] devices;
        final double[] bytes;
        /** The part of its time in which it reads from a device. */
        final double[] shares;

        private final double[] servedBefore;
        private int index;
        /** Whether a device's curve has changed while it ran. Then nothing is learned from it. */
        private boolean isToldAnew;
        /** Whether its executor loads classes and compiles code meanwhile, so that it takes longer than others will. */
        boolean isWarmUp;

        private Run(StageInputs reads, int task, int node, double since, ClusterLoad load) {
            int option = reads.optionOn(task, node);
            this.reads = reads;
            this.task = task;
            this.node = node;
            this.isFar = option == StageInputs.NONE;
            this.since = since;
            this.reading = isFar ? load.fetching(reads, task) : load.reading(reads, option);
            this.computing = load.computing(reads, task, node);
            if (isFar && reads.knowsFar(task)) {
                this.devices = Arrays.copyOfRange(reads.farDevice, reads.firstFar[task], reads.firstFar[task + 1]);
                this.bytes = Arrays.copyOfRange(reads.farBytes, reads.firstFar[task], reads.firstFar[task + 1]);
            } else {
                int from = isFar ? reads.firstReadOf(task) : reads.firstRead[option];
                int to = isFar ? reads.firstReadOf(task + 1) : reads.firstRead[option + 1];
                this.devices = Arrays.copyOfRange(reads.device, from, to);
                this.bytes = Arrays.copyOfRange(reads.bytes, from, to);
                double stored = Arrays.stream(bytes).sum();
                for (int i = 0; isFar && stored > 0 && i < bytes.length; i++) {
                    bytes[i] *= reads.taskBytes[task] / stored;
                }
            }
            this.shares = new double[devices.length];
            this.servedBefore = new double[devices.length];
            for (int i = 0; i < devices.length; i++) {
                shares[i] = alone() == 0 ? 0 : bytes[i] / load.one(devices[i]) / alone();
            }
        }

        double alone() {
            return reading + computing;
        }

        /** Whether other tasks will take as long. */
        boolean isTypical(double now) {
            return !isWarmUp || now - since >= LONGEST_WARM_UP;
        }

        /** @param part of the planned bytes that the task has read */
        TaskReads hasRead(double part) {
            if (isFar && !reads.runsAnywhere(task)) { // HDFS has chosen the replicas.
                return new TaskReads(new int[0], new double[0], part * reads.taskBytes[task]);
            }
            // Input on its way into a cache is planned twice: as a read from the source, and as one from the cache.
            double all = Arrays.stream(bytes).sum();
            double each = part * Math.min(1, all == 0 ? 1 : reads.taskBytes[task] / all);
            double[] amounts =
                    Arrays.stream(bytes).map(planned -> each * planned).toArray();
            return new TaskReads(devices, amounts, isFar ? 0 : part * reads.fetched[reads.optionOn(task, node)]);
        }
    }

    /** @param slots of each node, free or not; given away */
    public ClusterLoad(ClusterModel model, int[] slots) {
        this.model = model;
        grow(model, slots);
    }

    /**
     * Nodes or devices have come, or known devices have other curves. A new curve resets the learned speed of its device.
     *
     * @param larger has the known nodes and devices under their numbers, and new ones behind them
     * @param newSlots of each node, free or not; given away
     */
    public void grow(ClusterModel larger, int[] newSlots) {
        if (larger.nodes() < model.nodes() || larger.devices() < model.devices()) {
            throw new IllegalArgumentException("expected at least " + model.nodes() + " nodes and " + model.devices()
                    + " devices, got " + larger.nodes() + " and " + larger.devices());
        }
        int devices = larger.devices();
        BitSet toldAnew = new BitSet();
        for (int device = 0; device < model.devices(); device++) {
            toldAnew.set(device, !larger.throughput()[device].equals(model.throughput()[device]));
        }
        model = larger;
        devicesByNode = larger.devicesByNode();
        learned.grow(larger);
        toldAnew.stream().forEach(learned::forget);
        for (Run run : runs) {
            run.isToldAnew |= Arrays.stream(run.devices).anyMatch(toldAnew::get);
        }
        readers = Arrays.copyOf(readers, devices);
        othersSmoothed = Arrays.copyOf(othersSmoothed, devices);
        others = Arrays.copyOf(others, devices);
        served = Arrays.copyOf(served, devices);
        servedAt = Arrays.copyOf(servedAt, devices);
        stages.forEach(PlannedStage::clusterGrew);
        slots(newSlots);
    }

    public ClusterModel model() {
        return model;
    }

    /** The devices of each node. */
    int[][] devicesByNode() {
        return devicesByNode;
    }

    /** Executors came or went. @param newSlots of each node, free or not; given away */
    public void slots(int[] newSlots) {
        if (newSlots.length != model.nodes()) {
            throw new IllegalArgumentException(
                    "slots: expected those of " + model.nodes() + " nodes, got " + newSlots.length);
        }
        if (!Arrays.equals(slots, newSlots)) {
            boolean isNew = false;
            for (int node = 0; node < newSlots.length; node++) {
                isNew |= newSlots[node] > 0 && (node >= slots.length || slots[node] == 0);
            }
            slots = newSlots;
            allSlots = Arrays.stream(newSlots).sum();
            stages.forEach(isNew ? PlannedStage::replanAtOnce : PlannedStage::outdate);
        }
    }

    int slots(int node) {
        return slots[node];
    }

    int allSlots() {
        return allSlots;
    }

    void add(PlannedStage stage) {
        stages.add(stage);
    }

    void remove(PlannedStage stage) {
        stages.remove(stage);
    }

    /** In the order in which they began. */
    List<PlannedStage> stages() {
        return stages;
    }

    List<Run> runs() {
        return runs;
    }

    /** Bytes per second of a device for a single reader, beside those of others. */
    double one(int device) {
        return each(device, 1);
    }

    /** Bytes per second that a device gives our readers, if there are as many as fill it. */
    double best(int device) {
        Throughput throughput = model.throughput()[device];
        return others[device] == 0
                ? throughput.best() * learned.speed(device)
                : throughput.knee() * each(device, throughput.knee());
    }

    /** Bytes per second of a device for each of so many readers, beside those of others. */
    double each(int device, double count) {
        return model.throughput()[device].each(count + others[device]) * learned.speed(device);
    }

    /** The bandwidth that tasks have found, as a part of the told one. */
    double speed(int device) {
        return learned.speed(device);
    }

    /** How often reads from a device have ended; older ones count less. */
    double readsSeen(int device) {
        return learned.reads(device);
    }

    /**
     * Takes the readers of each device that agents count. Those beyond our own tasks belong to others.
     *
     * @param counts of each device, ours and others'
     */
    void observe(LoadSurvey survey, int[] counts, double now) {
        if (now < observedAt + OBSERVE_SECONDS) {
            return;
        }
        observedAt = now;
        for (int device = 0; device < Math.min(counts.length, others.length); device++) {
            serve(device, now);
            double more = counts[device] - survey.readers[device];
            othersSmoothed[device] += OBSERVE_WEIGHT * (more - othersSmoothed[device]);
            others[device] = othersSmoothed[device] < LEAST_OTHERS ? 0 : othersSmoothed[device];
        }
    }

    double computing(StageInputs reads, int task, int node) {
        return reads.compute[task] * learned.slowness(node);
    }

    /** Seconds of reading for a task on a node that has some of its input, had it all devices for itself. */
    double reading(StageInputs reads, int option) {
        double seconds = reads.fetched[option] / model.link();
        for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
            seconds += reads.bytes[read] / one(reads.device[read]);
        }
        return seconds;
    }

    double alone(StageInputs reads, int option) {
        return reading(reads, option) + computing(reads, reads.taskOf[option], reads.node[option]);
    }

    /** Seconds of reading with all input on other nodes. If HDFS chooses the replicas, the mean over all of them counts. */
    double fetching(StageInputs reads, int task) {
        double seconds = 0;
        if (reads.knowsFar(task)) {
            for (int read = reads.firstFar[task]; read < reads.firstFar[task + 1]; read++) {
                seconds += reads.farBytes[read] / Math.min(model.link(), one(reads.farDevice[read]));
            }
            return seconds;
        }
        double stored = 0;
        for (int read = reads.firstReadOf(task); read < reads.firstReadOf(task + 1); read++) {
            seconds += reads.bytes[read] / Math.min(model.link(), one(reads.device[read]));
            stored += reads.bytes[read];
        }
        return stored == 0 ? reads.taskBytes[task] / model.link() : seconds / stored * reads.taskBytes[task];
    }

    /** A task starts. @param now seconds */
    Run begin(StageInputs reads, int task, int node, double now) {
        Run run = new Run(reads, task, node, now, this);
        run.index = runs.size();
        runs.add(run);
        for (int i = 0; i < run.devices.length; i++) {
            serve(run.devices[i], now);
            readers[run.devices[i]] += run.shares[i];
            run.servedBefore[i] = served[run.devices[i]];
        }
        return run;
    }

    /**
     * Whether the told bandwidth of a device is a guess that may be far off: at a disk, which has a family, or at shared storage. Memory
     * has no family, since it is fast everywhere.
     */
    private boolean isRoughGuess(int device) {
        return !model.throughput()[device].isMeasured() && (model.hasFamily(device) || model.isShared(device));
    }

    private void serve(int device, double now) {
        served[device] += (now - servedAt[device]) * model.throughput()[device].each(readers[device] + others[device]);
        servedAt[device] = now;
    }

    /** A task has ended; nothing is learned from it. */
    void remove(Run run, double now) {
        for (int i = 0; i < run.devices.length; i++) {
            serve(run.devices[i], now);
            readers[run.devices[i]] = Math.max(0, readers[run.devices[i]] - run.shares[i]);
        }
        Run last = runs.remove(runs.size() - 1);
        if (last != run) {
            runs.set(run.index, last);
            last.index = run.index;
        }
    }

    /**
     * A task has ended well, and tells how fast its devices and its node are. A warm-up tells only of guessed disks and shared storage: these
     * guesses may be wrong by more than a warm-up takes.
     *
     * @param now seconds
     * @param readFor seconds in which it waited for its input
     * @param computedFor seconds for which it computed
     * @param part of the planned bytes that it has read
     */
    void ended(Run run, double now, double readFor, double computedFor, double part) {
        remove(run, now);
        boolean isTypical = run.isTypical(now);
        if (isTypical) {
            learned.computed(run.node, run.reads.compute[run.task], computedFor);
        }
        double time = now - run.since;
        if (run.isFar && !run.reads.runsAnywhere(run.task)
                || run.isToldAnew
                || readFor <= 0
                || time <= 0
                || part * run.reads.taskBytes[run.task] < LEAST_BYTES) {
            return;
        }
        // Spreads the seconds of reading over the task's devices as told, and learns by how much they differ from that.
        double all = 0;
        double[] told = new double[run.devices.length];
        for (int i = 0; i < told.length; i++) {
            double rate = (served[run.devices[i]] - run.servedBefore[i]) / time;
            told[i] = rate > 0 ? part * run.bytes[i] / rate : 0;
            all += told[i];
        }
        for (int i = 0; i < told.length && all > 0; i++) {
            if (!run.isFar && model.isShared(run.devices[i])) {
                continue; // The cache may have had by then what was planned to come from there.
            }
            if (isTypical || isRoughGuess(run.devices[i])) {
                learned.read(run.devices[i], told[i], told[i] * readFor / all);
            }
        }
    }
}
