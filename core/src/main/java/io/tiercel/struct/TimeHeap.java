package io.tiercel.struct;

import java.util.Arrays;

/** When tasks end that nothing slows: a binary min-heap of times, each with its task. */
public final class TimeHeap {
    private double[] times;
    private int[] tasks;
    private int size;

    public TimeHeap(int expected) {
        times = new double[Math.max(expected, 8)];
        tasks = new int[times.length];
    }

    public void clear() {
        size = 0;
    }

    /** The earliest time; infinity if there is none. */
    public double least() {
        return size == 0 ? Double.POSITIVE_INFINITY : times[0];
    }

    public void add(double time, int task) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            tasks = Arrays.copyOf(tasks, 2 * size);
        }
        int hole = size++;
        while (hole > 0 && times[(hole - 1) / 2] > time) {
            move((hole - 1) / 2, hole);
            hole = (hole - 1) / 2;
        }
        put(hole, time, task);
    }

    /** Takes out the task of the earliest time; only while there is one. */
    public int poll() {
        int first = tasks[0];
        size--;
        double time = times[size];
        int task = tasks[size];
        int hole = 0;
        while (true) {
            int child = 2 * hole + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && times[child + 1] < times[child]) {
                child++;
            }
            if (times[child] >= time) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        put(hole, time, task);
        return first;
    }

    private void move(int from, int to) {
        times[to] = times[from];
        tasks[to] = tasks[from];
    }

    private void put(int place, double time, int task) {
        times[place] = time;
        tasks[place] = task;
    }
}
