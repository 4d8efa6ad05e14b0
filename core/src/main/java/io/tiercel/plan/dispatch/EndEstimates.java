package io.tiercel.plan.dispatch;

/** When tasks of a stage would end: seconds from now, by what runs and what is planned. */
final class EndEstimates {
    /** Readers beyond those that fill a device which does not seek. */
    private static final double SPARE_READERS = 1;
    /** Readers of a device that seeks. */
    private static final double SEEKING_READERS = 1.05;

    /** If tasks read from a device at less than this part of what was measured, they wait for something else as well. */
    private static final double LEAST_SPEED = 0.5;

    private static final double NOBODY = 1e-9;

    private final StageInputs reads;
    private final ClusterLoad load;
    private final StageQueues queues;
    private final LoadSurvey survey;
    private final int[] free;

    EndEstimates(PlannedStage stage, LoadSurvey survey, int[] free) {
        this.reads = stage.reads;
        this.load = stage.load;
        this.queues = stage.queues;
        this.survey = survey;
        this.free = free;
    }

    /** When a device has read all that is planned for it; 0 for the queue of no device. */
    double drain(int device) {
        return device == queues.unplaced() ? 0 : (survey.bytes[device] + queues.bytes[device]) / load.best(device);
    }

    /** When a node has done all that is planned for it, had each task all devices for itself. */
    double work(int node) {
        return (survey.seconds[node] + queues.seconds[node]) / Math.max(1, load.slots(node));
    }

    /** When a device and the slots of its node have done all that is planned. */
    double device(int device) {
        int node = load.model().nodeOf()[device];
        return Math.max(drain(device), free[node] > 0 ? 0 : work(node));
    }

    /**
     * Whether the devices of an option have room for one more reader. A device that does not seek has room as long as its node has a
     * free slot for each task that waits for it: then nobody else needs the slot.
     */
    boolean hasRoom(int option) {
        double alone = load.alone(reads, option);
        for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
            int device = reads.device[read];
            if (!hasRoom(device, alone == 0 ? 0 : reads.bytes[read] / load.one(device) / alone)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasRoom(int device, double share) {
        if (load.model().isShared(device)) { // Tasks of a stock engine ask it all at once, too.
            return true;
        }
        Throughput throughput = load.model().throughput()[device];
        int node = load.model().nodeOf()[device];
        if (throughput.isMeasured() && throughput.loss() == 0 && free[node] >= queues.tasks(node)) {
            return true;
        }
        double most = throughput.isBestAlone() ? SEEKING_READERS : throughput.knee() + SPARE_READERS;
        return survey.readers[device] < NOBODY || survey.readers[device] + share <= most;
    }

    /** Seconds until the first of a device's readers may be done. */
    double roomIn(int device) {
        return survey.bytes[device] / load.best(device) / Math.max(1, Math.ceil(survey.readers[device]));
    }

    /** Whether somebody has measured all devices of an option, and tasks have not found them far slower than that. */
    boolean isMeasured(int option) {
        for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
            int device = reads.device[read];
            if (!load.model().throughput()[device].isMeasured() || load.speed(device) < LEAST_SPEED) {
                return false;
            }
        }
        return true;
    }

    /** How many readers the device of a queue has, by how many fill it. */
    double crowd(int device) {
        return device == queues.unplaced()
                ? 0
                : survey.readers[device] / load.model().throughput()[device].knee();
    }

    /** When a task ends that starts now on a node that has some of its input. */
    double at(int option) {
        double reading = reads.fetched[option] / load.model().link();
        for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
            int device = reads.device[read];
            double shared = reads.bytes[read] / load.each(device, survey.readers[device] + 1);
            double queued = drain(device) + reads.bytes[read] / load.best(device);
            reading = Math.max(reading, Math.max(queued, shared));
        }
        return reading + load.computing(reads, reads.taskOf[option], reads.node[option]);
    }

    /** When a task ends where the plan has it, after all that is queued there. */
    double wherePlanned(int task) {
        int option = queues.planned[task];
        int node = reads.node[option];
        double alone = load.alone(reads, option);
        double lastPart =
                alone * (1 - 1.0 / Math.max(1, load.slots(node))); // it runs on one slot, the others are idle then
        double bySlots = free[node] > 0 ? alone : work(node) + lastPart;
        return Math.max(drain(queues.queueOf(task)) + load.computing(reads, task, node), bySlots);
    }

    /**
     * When a task ends that starts now, and reads all its input over the network. If it is not known from where, HDFS chooses the replica:
     * one in the reader's rack, else any. Infinity if a device that it could choose has no room.
     */
    double far(int task, int node) {
        double alone = load.fetching(reads, task);
        double computing = load.computing(reads, task, node);
        if (reads.knowsFar(task)) {
            return computing + knownFar(task, node, alone / Math.max(alone + computing, Double.MIN_NORMAL));
        }
        int count = reads.firstReadOf(task + 1) - reads.firstReadOf(task);
        double share = alone == 0 ? 0 : alone / (alone + computing) / Math.max(1, count);
        boolean isNear = isInRack(task, node);
        double seconds = 0;
        double stored = 0;
        for (int option = reads.firstOption[task]; option < reads.firstOption[task + 1]; option++) {
            if (isNear && !areInOneRack(reads.node[option], node)) {
                continue;
            }
            for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
                int device = reads.device[read];
                if (!hasRoom(device, share)) {
                    return Double.POSITIVE_INFINITY;
                }
                double rate = Math.min(
                        load.each(device, survey.readers[device] + 1),
                        load.model().link() / (survey.fetching[node] + 1));
                double more = queues.planned[task] == option ? 0 : reads.bytes[read] / load.best(device);
                seconds += Math.max(reads.taskBytes[task] / rate, drain(device) + more) * reads.bytes[read];
                stored += reads.bytes[read];
            }
        }
        return stored == 0 ? Double.POSITIVE_INFINITY : seconds / stored + computing;
    }

    /** For how long a task reads from known devices of other nodes, or of none. Infinity if one of them seeks and has no room. */
    private double knownFar(int task, int node, double share) {
        double seconds = 0;
        for (int read = reads.firstFar[task]; read < reads.firstFar[task + 1]; read++) {
            int device = reads.farDevice[read];
            if (load.model().throughput()[device].isBestAlone() && !hasRoom(device, share)) {
                return Double.POSITIVE_INFINITY;
            }
            double rate = Math.min(
                    load.each(device, survey.readers[device] + 1), load.model().link() / (survey.fetching[node] + 1));
            double reading = reads.farBytes[read] / rate;
            if (load.model().isShared(device)) { // Whoever reads there needlessly delays those who must.
                reading = Math.max(reading, drain(device) + reads.farBytes[read] / load.best(device));
            }
            seconds += reading;
        }
        return seconds;
    }

    private boolean isInRack(int task, int node) {
        for (int option = reads.firstOption[task]; option < reads.firstOption[task + 1]; option++) {
            if (areInOneRack(reads.node[option], node)) {
                return true;
            }
        }
        return false;
    }

    private boolean areInOneRack(int one, int other) {
        return load.model().rackOf()[one] == load.model().rackOf()[other];
    }
}
