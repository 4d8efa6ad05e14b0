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
        return new Timer(action);
    }

    /** Runs the next event; false if there is none. */
    public boolean step() {
        if (queue.isEmpty()) {
            return false;
        }
        Timer next = queue.poll();
        now = next.time;
        events++;
        next.action.run();
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

    int newResource() {
        return resources++;
    }

    /** An event that can be set, reset and cleared; made by {@link #timer}. */
    public final class Timer extends IndexedHeap.Item {
        private final Runnable action;
        private long time;

        private Timer(Runnable action) {
            this.action = action;
        }

        /**
         * Sets the event to {@code when} instead of any earlier setting. Events at equal times happen in the order in which they were set.
         *
         * @param when nanoseconds of simulated time, not in the past
         */
        public void set(long when) {
            if (when < now) {
                throw new IllegalArgumentException("time: expected at least " + now + " (now), got " + when);
            }
            queue.set(this, when, sequence++);
            time = when;
        }

        public void clear() {
            if (isSet()) {
                queue.remove(this);
            }
        }

        public boolean isSet() {
            return isQueued();
        }

        long time() {
            return time;
        }
    }
}
