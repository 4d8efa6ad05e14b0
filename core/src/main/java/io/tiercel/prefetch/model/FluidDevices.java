package io.tiercel.prefetch.model;

import io.tiercel.struct.TournamentTree;

/**
 * Devices that tasks and migrations share, as fluids. A task reads and computes by turns, in small pieces; alone it has its
 * device at work for a part of its time, its <em>demand</em>. Where demands add up to no more than 1, nobody waits. Where they
 * add up to more, all tasks on the device are slowed by that factor, so that tasks which only read share it equally (processor sharing).
 *
 * <p>So each device has a clock that runs at the speed of its tasks, and a task ends when that clock has advanced by the seconds
 * that it takes alone: one event for each task, whoever comes and goes meanwhile.
 */
final class FluidDevices {
    /** Nobody's. */
    static final int NONE = -1;

    /** The migrations that others have queued on a device, which go before any of this job. */
    static final int OTHERS = -2;

    /**
     * What a task takes in one go, bytes: about what the buffers between a reader and its device hold. In the gaps between two of these the
     * idle class is served, but not at once.
     */
    private static final double PIECE = 1 << 20;

    /** How long a device must have been without other reads, seconds; BFQ's {@code slice_idle}. */
    private static final double IDLE_WAIT = 0.008;

    private static final int FIELDS = 6;
    /** Seconds that a task alone would have got, since the beginning. */
    private static final int CLOCK = 0;
    /** When the device was last looked at. */
    private static final int SINCE = 1;

    private static final int DEMAND = 2;
    /** Device-seconds that the migration under way still takes. */
    private static final int LEFT = 3;

    private static final int RATE = 4;
    /** What the idle class loses of a device's time for each part that tasks have of it. */
    private static final int LOST = 5;

    private static final int WHOLE = 4;
    private static final int READERS = 0;
    /** Tasks by when they end on the device's clock. */
    private static final int FIRST = 1;

    private static final int LAST = 2;
    private static final int MIGRATING = 3;

    private final Contention contention;

    /** What one event looks at lies side by side: fields of each device, and its whole numbers. */
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

    FluidDevices(Contention contention, double[] rate, int tasks) {
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
            state[FIELDS * d + LOST] = 1 + IDLE_WAIT * rate[d] / PIECE;
            empty(d);
        }
    }

    /** Back to devices at which nothing is done, and time 0. */
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

    /** When a task ends on its device's clock. */
    private double end(int task) {
        return tasks[2 * task];
    }

    private boolean isMigrating(int d) {
        return migrationsBegun && migrating(d) != NONE;
    }

    /** Of tasks, relative to what each would have alone. */
    private double speed(int d) {
        double wanted = state[FIELDS * d + DEMAND] + (contention == Contention.EQUAL && isMigrating(d) ? 1 : 0);
        return wanted > 1 ? 1 / wanted : 1;
    }

    /** The part of the device's time that migrations get. */
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

    /** A task begins to read {@code bytes} from a device and to compute for {@code cpu} seconds over them; above 0 together. */
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

    /** Migrations begin on all devices that have any. */
    void beginMigrations(double now) {
        for (int i = 0; i < touches; i++) {
            advance(touched[i], now);
        }
        migrationsBegun = true;
        for (int i = 0; i < touches; i++) {
            expect(touched[i]);
        }
    }

    /** A device's next migration; in place of the one under way, if there is one. */
    void migrate(int d, int what, double seconds, double now) {
        advance(d, now);
        whole[WHOLE * d + MIGRATING] = what;
        state[FIELDS * d + LEFT] = seconds;
        expect(d);
    }

    /** What is being migrated from a device, {@link #OTHERS} or {@link #NONE}. */
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

    /** Whether what ends next on a device is a task; else it is a migration. */
    boolean isTaskNext(int d) {
        return taskEnd(d) <= migrationEnd(d);
    }

    /** Ends the task that ends next on a device. */
    int endTask(int d, double now) {
        advance(d, now);
        int task = whole[WHOLE * d + FIRST];
        // Sums of many pieces miss it by a little.
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
