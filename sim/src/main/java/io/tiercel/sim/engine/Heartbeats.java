package io.tiercel.sim.engine;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The heartbeats of many nodes. Each awake node beats once in each interval, at a time of its own. One engine event stands for the next beat of
 * all, so that waking thousands of nodes for a single task costs no events.
 */
public final class Heartbeats {
    private final Engine engine;
    private final long interval;
    private final Times late;
    private final IntPredicate action;
    private final Timer timer;
    private final long[] last;
    private final boolean[] awake;
    /** A binary heap of the awake nodes, by the times of their next beats, then by number. */
    private final int[] nodes;

    private final long[] times;
    private int size;

    /** The times of the nodes' beats. */
    @FunctionalInterface
    public interface Times {
        /**
         * Nanoseconds from the begin of an interval until a node's beat in it: less than the interval, and always the same.
         *
         * @param beat number of the interval, from 0
         */
        long late(int node, long beat);
    }

    /**
     * All nodes sleep at first.
     *
     * @param interval nanoseconds, above 0
     * @param action a node's beat; returns whether the node stays awake
     */
    public Heartbeats(Engine engine, int nodes, long interval, Times late, IntPredicate action) {
        if (interval <= 0) {
            throw new IllegalArgumentException("interval: expected above 0 ns, got " + interval);
        }
        this.engine = engine;
        this.interval = interval;
        this.late = late;
        this.action = action;
        this.timer = engine.timer(this::beat);
        this.last = new long[nodes];
        Arrays.fill(last, -1);
        this.awake = new boolean[nodes];
        this.nodes = new int[nodes];
        this.times = new long[nodes];
    }

    /** Wakes a node for its next regular time, which may be now. It beats once at a time. */
    public void wake(int node) {
        if (!awake[node]) {
            append(node);
            rise(size - 1);
            set();
        }
    }

    /** Wakes all nodes that {@code which} accepts. */
    public void wakeAll(IntPredicate which) {
        int before = size;
        for (int node = 0; node < awake.length; node++) {
            if (!awake[node] && which.test(node)) {
                append(node);
            }
        }
        if (size == before) {
            return;
        }
        if (before == 0) {
            for (int at = size / 2 - 1; at >= 0; at--) {
                sink(at);
            }
        } else {
            for (int at = before; at < size; at++) {
                rise(at);
            }
        }
        set();
    }

    public void sleep() {
        for (int at = 0; at < size; at++) {
            awake[nodes[at]] = false;
        }
        size = 0;
        timer.clear();
    }

    private void append(int node) {
        awake[node] = true;
        nodes[size] = node;
        times[size++] = next(node, Math.max(engine.now(), last[node] + 1));
    }

    private long next(int node, long from) {
        long beat = Math.max(0, from / interval - 1);
        long time = time(node, beat);
        while (time < from) {
            time = time(node, ++beat);
        }
        return time;
    }

    private long time(int node, long beat) {
        return beat * interval + late.late(node, beat);
    }

    private void set() {
        if (!timer.isSet() || timer.time() != times[0]) {
            timer.set(times[0]);
        }
    }

    private void beat() {
        int node = nodes[0];
        awake[node] = false;
        last[node] = engine.now();
        size--;
        nodes[0] = nodes[size];
        times[0] = times[size];
        sink(0);
        if (action.test(node)) {
            wake(node);
        }
        if (size > 0) {
            set();
        }
    }

    private boolean precedes(int a, int b) {
        return times[a] != times[b] ? times[a] < times[b] : nodes[a] < nodes[b];
    }

    private void rise(int from) {
        for (int at = from; at > 0 && precedes(at, (at - 1) / 2); at = (at - 1) / 2) {
            swap(at, (at - 1) / 2);
        }
    }

    private void sink(int from) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && precedes(child + 1, child)) {
                child++;
            }
            if (!precedes(child, at)) {
                return;
            }
            swap(at, child);
            at = child;
        }
    }

    private void swap(int a, int b) {
        int node = nodes[a];
        long time = times[a];
        nodes[a] = nodes[b];
        times[a] = times[b];
        nodes[b] = node;
        times[b] = time;
    }
}
