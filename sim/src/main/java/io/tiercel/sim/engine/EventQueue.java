package io.tiercel.sim.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events by time, then by number. A heap of four children a node in three parallel arrays: with tens of thousands of events, a heap of objects
 * mostly waits for memory.
 */
final class EventQueue {
    private static final int CHILDREN = 4;

    private long[] times = new long[1024];
    private long[] numbers = new long[1024];
    private @Nullable Timer[] timers = new @Nullable Timer[1024];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void add(Timer timer, long time, long number) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            numbers = Arrays.copyOf(numbers, 2 * size);
            timers = Arrays.copyOf(timers, 2 * size);
        }
        rise(timer, time, number, size++);
    }

    /** Removes the next event, if there is one. */
    Timer poll() {
        Timer next = timers[0];
        if (next == null) {
            throw new IllegalStateException("expected an event, there is none");
        }
        remove(next);
        return next;
    }

    /** Changes the time and number of a queued event. */
    void move(Timer timer, long time, long number) {
        settle(timer, time, number, timer.position());
    }

    /** Removes a queued event. */
    void remove(Timer timer) {
        int hole = timer.position();
        timer.movesTo(Timer.ABSENT);
        Timer last = timers[--size];
        timers[size] = null;
        if (last != null && last != timer) {
            settle(last, times[size], numbers[size], hole);
        }
    }

    private void settle(Timer timer, long time, long number, int hole) {
        if (hole > 0 && precedes(time, number, (hole - 1) / CHILDREN)) {
            rise(timer, time, number, hole);
        } else {
            sink(timer, time, number, hole);
        }
    }

    private boolean precedes(long time, long number, int position) {
        return time != times[position] ? time < times[position] : number < numbers[position];
    }

    private void rise(Timer timer, long time, long number, int from) {
        int hole = from;
        while (hole > 0 && precedes(time, number, (hole - 1) / CHILDREN)) {
            int parent = (hole - 1) / CHILDREN;
            copy(parent, hole);
            hole = parent;
        }
        put(timer, time, number, hole);
    }

    private void sink(Timer timer, long time, long number, int from) {
        int hole = from;
        while (true) {
            int least = CHILDREN * hole + 1;
            if (least >= size) {
                break;
            }
            int end = Math.min(size, least + CHILDREN);
            for (int child = least + 1; child < end; child++) {
                if (precedes(times[child], numbers[child], least)) {
                    least = child;
                }
            }
            if (!precedes(times[least], numbers[least], time, number)) {
                break;
            }
            copy(least, hole);
            hole = least;
        }
        put(timer, time, number, hole);
    }

    private static boolean precedes(long time, long number, long otherTime, long otherNumber) {
        return time != otherTime ? time < otherTime : number < otherNumber;
    }

    private void copy(int from, int to) {
        Timer moved = timers[from];
        if (moved != null) {
            put(moved, times[from], numbers[from], to);
        }
    }

    private void put(Timer timer, long time, long number, int position) {
        times[position] = time;
        numbers[position] = number;
        timers[position] = timer;
        timer.movesTo(position);
    }
}
