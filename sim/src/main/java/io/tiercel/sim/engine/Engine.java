package io.tiercel.sim.engine;

/**
 * The clock and the events of one simulation. Time is a whole number of nanoseconds since the start: sums do not drift, and {@code core} takes its
 * times in nanoseconds. Events at the same time happen in the order in which they were set.
 */
public final class Engine {
    public static final long SECOND = 1_000_000_000L;

    private final IndexedHeap<Timer> queue = new IndexedHeap<>();
    private long now;
    private long sequence;
    private long events;
    private int resources;

    /** Simulated time: nanoseconds since the start. */
    public long now() {
        return now;
    }

    public long events() {
        return events;
    }

    /** Runs {@code action} at {@code time}, which is not in the past. */
    public void at(long time, Runnable action) {
        timer(action).set(time);
    }

    /** Runs {@code action} in {@code delay} nanoseconds. */
    public void after(long delay, Runnable action) {
        at(Math.addExact(now, delay), action);
    }

    /** The same, but within the current event if the delay is 0. */
    public void later(long delay, Runnable action) {
        if (delay == 0) {
            action.run();
        } else {
            after(delay, action);
        }
    }

    /** An event that is yet to be set. */
    public Timer timer(Runnable action) {
        return new Timer(this, action);
    }

    /** Runs the next event; false if there is none. */
    public boolean step() {
        if (queue.isEmpty()) {
            return false;
        }
        Timer next = queue.poll();
        now = next.time();
        events++;
        next.fire();
        return true;
    }

    /** Runs all events, and fails after {@code most}, for a simulation that would not end. */
    public void run(long most) {
        for (long end = events + most; step(); ) {
            if (events >= end && !queue.isEmpty()) {
                throw new IllegalStateException("not at its end after " + most + " events, at " + now + " ns");
            }
        }
    }

    void set(Timer timer, long time) {
        if (time < now) {
            throw new IllegalArgumentException("time: expected at least " + now + " (now), got " + time);
        }
        queue.set(timer, time, sequence++);
    }

    void clear(Timer timer) {
        if (timer.isSet()) {
            queue.remove(timer);
        }
    }

    int newResource() {
        return resources++;
    }
}
