package io.tiercel.sim.engine;

/**
 * The clock and the events of one simulation. Time is a whole number of nanoseconds since its start: equal times are equal
 * on every machine, sums do not drift, and it is the unit in which {@code core} takes its times. Events at the same time
 * happen in the order in which they were set.
 */
public final class Engine {
    /** Nanoseconds in a second. */
    public static final long SECOND = 1_000_000_000L;

    private final EventQueue queue = new EventQueue();
    private long now;
    private long sequence;
    private long events;
    private int resources;

    /** Simulated time: nanoseconds since the start. */
    public long now() {
        return now;
    }

    /** How many events have happened. */
    public long events() {
        return events;
    }

    /** Lets {@code action} happen once, at {@code time}, which is not in the past. */
    public void at(long time, Runnable action) {
        timer(action).set(time);
    }

    /** Lets {@code action} happen once, {@code delay} nanoseconds from now. */
    public void after(long delay, Runnable action) {
        at(Math.addExact(now, delay), action);
    }

    /** The same, but at once, as a part of the current event, if the delay is 0. */
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

    /** Lets the next event happen; false if there is none. */
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

    /**
     * Lets events happen until there are no more.
     *
     * @throws IllegalStateException after {@code most} events, for a simulation that would not end
     */
    public void run(long most) {
        for (long end = events + most; step(); ) {
            if (events >= end && !queue.isEmpty()) {
                throw new IllegalStateException("not at its end after " + most + " events, at " + now + " ns");
            }
        }
    }

    /** A number for the event that is set now. */
    long admit(long time) {
        if (time < now) {
            throw new IllegalArgumentException("time: expected at least " + now + " (now), got " + time);
        }
        return sequence++;
    }

    /** The number of a resource that is made now, from 0. */
    int newResource() {
        return resources++;
    }

    EventQueue queue() {
        return queue;
    }
}
