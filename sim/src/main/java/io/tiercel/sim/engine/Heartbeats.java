package io.tiercel.sim.engine;

import io.tiercel.model.Preconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;

/**
 * Actions of nodes that repeat while there is anything to do. Each awake node beats once in each interval, at a time of its own; a sleeping node
 * that is woken goes on at its regular times. One engine event stands for the next beat of all, so that waking thousands of nodes for a single
 * task costs no events.
 */
public final class Heartbeats {
    private final Engine engine;
    private final long interval;
    private final LongBinaryOperator late;
    private final IntPredicate action;
    private final Engine.Timer timer;
    private final List<Node> nodes = new ArrayList<>();
    /** By their next beats. */
    private final IndexedHeap<Node> awake = new IndexedHeap<>();

    private static final class Node extends IndexedHeap.Item {
        private final int number;
        private long last = -1;

        private Node(int number) {
            this.number = number;
        }
    }

    /**
     * All nodes sleep at first.
     *
     * @param interval nanoseconds, above 0
     * @param late nanoseconds from the begin of an interval until a node's beat in it, by the numbers of node and interval; less than the
     *      interval, and always the same
     * @param action a node's beat; returns whether the node stays awake
     */
    public Heartbeats(Engine engine, int nodes, long interval, LongBinaryOperator late, IntPredicate action) {
        Preconditions.atLeast("interval, ns", interval, 1);
        this.engine = engine;
        this.interval = interval;
        this.late = late;
        this.action = action;
        this.timer = engine.timer(this::beat);
        for (int node = 0; node < nodes; node++) {
            this.nodes.add(new Node(node));
        }
    }

    /** Wakes a node for its next regular time, which may be now. It beats once at a time. */
    public void wake(int node) {
        if (add(nodes.get(node))) {
            set();
        }
    }

    public void wakeAll(IntPredicate which) {
        boolean any = false;
        for (Node node : nodes) {
            any |= which.test(node.number) && add(node);
        }
        if (any) {
            set();
        }
    }

    public void sleep() {
        awake.clear();
        timer.clear();
    }

    /** False if the node is awake already. */
    private boolean add(Node node) {
        if (node.isQueued()) {
            return false;
        }
        awake.set(node, next(node.number, Math.max(engine.now(), node.last + 1)), node.number);
        return true;
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
        return beat * interval + late.applyAsLong(node, beat);
    }

    private void set() {
        if (!timer.isSet() || timer.time() != awake.leastKey()) {
            timer.set(awake.leastKey());
        }
    }

    private void beat() {
        Node node = awake.poll();
        node.last = engine.now();
        if (action.test(node.number)) {
            wake(node.number);
        }
        if (!awake.isEmpty()) {
            set();
        }
    }
}
