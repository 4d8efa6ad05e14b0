package io.tiercel.prefetch.model;

import io.tiercel.model.Tier;
import io.tiercel.struct.TournamentTree;

/**
 * Devices that tasks and migrations share, as fluids. A task reads and computes in turns, in small pieces. Alone it uses its device
 * for a part of its time, its <em>demand</em>. Demands that add up to more than 1 slow all tasks of the device by that factor
 * (processor sharing).
 *
 * <p>So each device has a clock that runs at the speed of its tasks. A task ends when that clock has advanced by the seconds that it
 * takes alone: one event for each task, however many others come and go.
 */
final class FluidDevices {
    static final int NONE = -1;

    /** Other jobs' migrations in a device's queue, which go first. */
    static final int OTHERS = -2;

    /**
     * Bytes that a task reads at once: about the size of the buffers between a reader and its device. The idle class is served
     * in the gaps, but not immediately.
     */
    private static final double PIECE = 1 << 20;

    /** Seconds that a disk must be idle before the idle class is served; BFQ's {@code slice_idle}. Flash has no seek to wait for. */
    private static final double IDLE_WAIT = 0.008;

    private static final int FIELDS = 6;
    /** Seconds of service that each task has had, since the beginning. */
    private static final int CLOCK = 0;

    private static final int SINCE = 1;

    private static final int DEMAND = 2;
    /** Device-seconds that the migration under way still takes. */
    private static final int LEFT = 3;

    private static final int RATE = 4;
    /** Share of a device's time that the idle class loses per share that tasks use. */
    private static final int LOST = 5;

    private static final int WHOLE = 4;
    private static final int READERS = 0;
    /** Tasks by when they end on the device's clock. */
    private static final int FIRST = 1;

    private static final int LAST = 2;
    private static final int MIGRATING = 3;

    private final Contention contention;

    /** Fields of each device, and its whole numbers, side by side: an event reads all of them. */
    private final double[] state;

    private final int[] whole;

    private final int[] next;
    /** For each task: when it ends on its device's clock, and its demand. */
    private final double[] tasks;

    private boolean migrationsBegun;

    /** When something ends on each device if nothing else happens. */
    private final TournamentTree events;

    private final int[] touched;
    private final boolean[] isTouched;
    private int touches;

    FluidDevices(Contention contention, double[] rate, Tier[] tier, int tasks) {
        this.contention = contention;
        int devices = rate.length;
        state = new double[FIELDS * devices];
        whole = new int[WHOLE * devices];
        next = new int[tasks];
        this.tasks = new double[2 * tasks];
        events = new TournamentTree(devices);
        touched = new int[devices];
        isTouched = new boolean[devices];
        for (int d = 0; d < devices; d++) {
            state[FIELDS * d + RATE] = rate[d];
            state[FIELDS * d + LOST] = tier[d] == Tier.HDD ? 1 + IDLE_WAIT * rate[d] / PIECE : 1;
            empty(d);
        }
    }

    /** Back to idle devices at time 0. */
    void clear() {
        for (int i = 0; i < touches; i++) {
            isTouched[touched[i]] = false;
            empty(touched[i]);
            events.set(touched[i], Double.POSITIVE_INFINITY);
        }
        touches = 0;
        migrationsBegun = false;
    }

    private void empty(int d) {
        state[FIELDS * d + CLOCK] = 0;
        state[FIELDS * d + SINCE] = 0;
        state[FIELDS * d + DEMAND] = 0;
        whole[WHOLE * d + READERS] = 0;
        whole[WHOLE * d + FIRST] = NONE;
        whole[WHOLE * d + LAST] = NONE;
        whole[WHOLE * d + MIGRATING] = NONE;
    }

    private void advance(int d, double now) {
        if (!isTouched[d]) {
            isTouched[d] = true;
            touched[touches++] = d;
        }
        int at = FIELDS * d;
        double passed = now - state[at + SINCE];
        if (passed > 0) {
            state[at + CLOCK] += passed * speed(d);
            state[at + LEFT] -= passed * migrationSpeed(d);
            state[at + SINCE] = now;
        }
    }

    private double end(int task) {
        return tasks[2 * task];
    }

    private boolean isMigrating(int d) {
        return migrationsBegun && migrating(d) != NONE;
    }

    /** The speed of tasks, 1 for a task alone. */
    private double speed(int d) {
        double wanted = state[FIELDS * d + DEMAND] + (contention == Contention.EQUAL && isMigrating(d) ? 1 : 0);
        return wanted > 1 ? 1 / wanted : 1;
    }

    private double migrationSpeed(int d) {
        if (!isMigrating(d)) {
            return 0;
        }
        double demand = state[FIELDS * d + DEMAND];
        return contention == Contention.EQUAL
                ? 1 / (1 + demand)
                : Math.max(0, 1 - Math.min(1, demand) * state[FIELDS * d + LOST]);
    }

    private double taskEnd(int d) {
        int first = whole[WHOLE * d + FIRST];
        return first == NONE
                ? Double.POSITIVE_INFINITY
                : state[FIELDS * d + SINCE] + (end(first) - state[FIELDS * d + CLOCK]) / speed(d);
    }

    private double migrationEnd(int d) {
        double speed = migrationSpeed(d);
        return speed > 0 ? state[FIELDS * d + SINCE] + state[FIELDS * d + LEFT] / speed : Double.POSITIVE_INFINITY;
    }

    private void expect(int d) {
        events.set(d, Math.min(taskEnd(d), migrationEnd(d)));
    }

    /** A task begins to read {@code bytes} and to compute on them for {@code cpu} seconds; not both 0. */
    void begin(int task, int d, double bytes, double cpu, double now) {
        advance(d, now);
        int at = FIELDS * d;
        double reading = bytes / state[at + RATE];
        tasks[2 * task] = state[at + CLOCK] + reading + cpu;
        tasks[2 * task + 1] = reading / (reading + cpu);
        state[at + DEMAND] += tasks[2 * task + 1];
        whole[WHOLE * d + READERS]++;
        insert(task, d);
        expect(d);
    }

    private void insert(int task, int d) {
        int at = WHOLE * d;
        int last = whole[at + LAST];
        if (last == NONE || end(last) <= end(task)) {
            next[task] = NONE;
            if (last == NONE) {
                whole[at + FIRST] = task;
            } else {
                next[last] = task;
            }
            whole[at + LAST] = task;
            return;
        }
        int before = NONE;
        int after = whole[at + FIRST];
        while (end(after) <= end(task)) {
            before = after;
            after = next[after];
        }
        next[task] = after;
        if (before == NONE) {
            whole[at + FIRST] = task;
        } else {
            next[before] = task;
        }
    }

    void beginMigrations(double now) {
        for (int i = 0; i < touches; i++) {
            advance(touched[i], now);
        }
        migrationsBegun = true;
        for (int i = 0; i < touches; i++) {
            expect(touched[i]);
        }
    }

    /** Sets a device's migration, in place of the one under way. */
    void migrate(int d, int what, double seconds, double now) {
        advance(d, now);
        whole[WHOLE * d + MIGRATING] = what;
        state[FIELDS * d + LEFT] = seconds;
        expect(d);
    }

    /** The block being migrated from a device, {@link #OTHERS} or {@link #NONE}. */
    int migrating(int d) {
        return whole[WHOLE * d + MIGRATING];
    }

    /** Device-seconds that the migration under way still takes. */
    double left(int d, double now) {
        advance(d, now);
        return state[FIELDS * d + LEFT];
    }

    /** When something ends next on any device; infinity if nothing does. */
    double nextEnd() {
        return events.leastKey();
    }

    /** The device on which it does. */
    int nextDevice() {
        return events.least();
    }

    /** Whether a task ends next on a device, and not its migration. */
    boolean isTaskNext(int d) {
        return taskEnd(d) <= migrationEnd(d);
    }

    /** Ends the task that ends next on a device. */
    int endTask(int d, double now) {
        advance(d, now);
        int task = whole[WHOLE * d + FIRST];
        // Sums of many pieces are slightly off.
        state[FIELDS * d + CLOCK] = end(task);
        state[FIELDS * d + DEMAND] -= tasks[2 * task + 1];
        whole[WHOLE * d + FIRST] = next[task];
        whole[WHOLE * d + READERS]--;
        if (next[task] == NONE) {
            whole[WHOLE * d + LAST] = NONE;
            state[FIELDS * d + DEMAND] = 0;
        }
        expect(d);
        return task;
    }

    int readers(int d) {
        return whole[WHOLE * d + READERS];
    }
}
