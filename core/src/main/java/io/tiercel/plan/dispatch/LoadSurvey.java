package io.tiercel.plan.dispatch;

import io.tiercel.plan.dispatch.ClusterLoad.Run;
import java.util.Arrays;

/** The rest of the running tasks' work at one moment, by device and by node. */
final class LoadSurvey {
    private static final double LEAST_LEFT = 0.02;
    /** A task that runs for longer than expected will go on for this part of the time that has passed. */
    private static final double OVERDUE = 0.6;
    /** A task that warms up its executor goes on for this part of its expected time at most. */
    private static final double OVERDUE_WARM_UP = 1;

    private final ClusterLoad load;
    /** Bytes still to be read from a device. */
    final double[] bytes;
    /** Readers of a device, each by the share of its time in which it reads. */
    final double[] readers;
    /** Seconds of slots of a node until its tasks have ended. */
    final double[] seconds;
    /** Seconds until the first task of a node ends; infinity if none runs. */
    private final double[] firstEnd;
    /** Tasks of a node. */
    private final int[] tasks;
    /** Tasks of a node that read over the network alone. */
    final int[] fetching;

    LoadSurvey(ClusterLoad load, double now) {
        this.load = load;
        int devices = load.model().devices();
        int nodes = load.model().nodes();
        this.bytes = new double[devices];
        this.readers = new double[devices];
        this.seconds = new double[nodes];
        this.firstEnd = new double[nodes];
        Arrays.fill(firstEnd, Double.POSITIVE_INFINITY);
        this.tasks = new int[nodes];
        this.fetching = new int[nodes];
        int[] tasksOn = new int[devices];
        for (Run run : load.runs()) {
            for (int device : run.devices) {
                tasksOn[device]++;
            }
        }
        for (Run run : load.runs()) {
            double passed = (now - run.since) / Math.max(expected(run, tasksOn), 1e-9);
            double work = Math.max(LEAST_LEFT, 1 - passed);
            add(run, work, passed < 1 ? work : overdue(run, passed, now), passed * run.alone() < run.reading);
        }
    }

    /** For how long an overdue task will still run. This and {@code passed} are parts of its expected time. */
    private static double overdue(Run run, double passed, double now) {
        double rest = OVERDUE * passed;
        return run.isTypical(now) ? rest : Math.min(OVERDUE_WARM_UP, rest);
    }

    /** Seconds that a task should take beside those with which it shares its devices. */
    private double expected(Run run, int[] tasksOn) {
        double alone = 0;
        double shared = 0;
        for (int i = 0; i < run.devices.length; i++) {
            int device = run.devices[i];
            alone += run.bytes[i] / load.one(device);
            shared += run.bytes[i] / Math.min(load.one(device), load.best(device) / tasksOn[device]);
        }
        double network = Math.max(0, run.reading - alone);
        return run.computing + shared + network;
    }

    void addNew(Run run) {
        add(run, 1, 1, true);
    }

    /**
     * Adds a task.
     *
     * @param work the part of its work that it still has to do
     * @param time the part of its time for which it will run
     * @param begins whether it is at its beginning, where it only reads
     */
    private void add(Run run, double work, double time, boolean begins) {
        double inRead = begins && run.reading > 0 ? run.alone() / run.reading : 1;
        for (int i = 0; i < run.devices.length; i++) {
            bytes[run.devices[i]] += work * run.bytes[i];
            readers[run.devices[i]] += run.shares[i] * inRead;
        }
        seconds[run.node] += time * run.alone();
        firstEnd[run.node] = Math.min(firstEnd[run.node], time * run.alone());
        tasks[run.node]++;
        fetching[run.node] += run.isFar ? 1 : 0;
    }

    /** Adds what another stage will do before. */
    void addQueued(StageQueues queues) {
        for (int device = 0; device < bytes.length; device++) {
            bytes[device] += queues.bytes[device];
        }
        for (int node = 0; node < seconds.length; node++) {
            seconds[node] += queues.seconds[node];
        }
    }

    /** Seconds until a node has a free slot. */
    double untilFree(int node) {
        return tasks[node] < load.slots(node) ? 0 : firstEnd[node];
    }
}
