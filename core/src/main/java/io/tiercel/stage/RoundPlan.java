package io.tiercel.stage;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.Decision;
import io.tiercel.assign.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** What one round hands out: the tasks that were planned for each place, and those that wait. Lives as long as the round. */
public final class RoundPlan {
    /** No task. */
    public static final int NONE = -1;

    /** What was asked of the policy, and what it said. */
    public record Decided(AssignmentProblem problem, int[] tasks, Decision decision) {}

    private record Entry(int task, int level) {}

    private final Map<Integer, List<Entry>> byPlace = new HashMap<>();
    private final @Nullable Decided decided;
    private final int waiting;
    private final long nextDeadline;
    private int left;
    private int delayed;
    private boolean refused;

    RoundPlan(@Nullable Decided decided, IntPredicate waits, int waiting, long nextDeadline) {
        this.decided = decided;
        this.waiting = waiting;
        this.nextDeadline = nextDeadline;
        if (decided != null) {
            for (int i = 0; i < decided.tasks().length; i++) {
                int place = decided.decision().assignment().nodeOf(i);
                if (place != NONE && !waits.test(decided.tasks()[i])) {
                    Entry entry = new Entry(
                            decided.tasks()[i], level(decided.decision().reason(i)));
                    byPlace.computeIfAbsent(place, p -> new ArrayList<>()).add(entry);
                    count(entry, 1);
                }
            }
        }
    }

    /** Spark's number for the locality level at which its delay scheduling lets such a task go; 0 for the policies' own rules. */
    public static int level(Reason reason) {
        return switch (reason) {
            case NODE_LOCAL -> 1;
            case NO_PREFERENCE -> 2;
            case RACK_LOCAL -> 3;
            case ANYWHERE -> 4;
            default -> 0;
        };
    }

    /**
     * Takes a task that was planned for {@code place}.
     *
     * @param level the highest locality level that Spark's delay scheduling allows now
     * @param pending whether a task still waits to be run; those that do not are dropped
     * @param allowed whether Spark lets the task run on what is offered; those that may not stay for other executors there
     * @return the task, or {@link #NONE}
     */
    public int take(int place, int level, IntPredicate pending, IntPredicate allowed) {
        refused = false;
        Iterator<Entry> entries = byPlace.getOrDefault(place, List.of()).iterator();
        while (entries.hasNext()) {
            Entry entry = entries.next();
            boolean gone = !pending.test(entry.task());
            if (!gone && entry.level() > level) {
                continue;
            }
            if (gone || allowed.test(entry.task())) {
                entries.remove();
                count(entry, -1);
                if (!gone) {
                    return entry.task();
                }
            } else {
                refused = true;
            }
        }
        return NONE;
    }

    /** Whether the last {@link #take} passed over a task that may not run on what was offered, and so left it for nothing. */
    public boolean refused() {
        return refused;
    }

    private void count(Entry entry, int sign) {
        left += sign;
        delayed += entry.level() > 0 ? sign : 0;
    }

    /** How many planned tasks have not been taken. */
    public int left() {
        return left;
    }

    /** How many of these wait for Spark's delay scheduling to let them go. */
    public int delayed() {
        return delayed;
    }

    /** How many tasks wait for a better slot although one is free. */
    public int waiting() {
        return waiting;
    }

    /** When the first of them stops waiting; {@link Long#MAX_VALUE} if none waits. */
    public long nextDeadline() {
        return nextDeadline;
    }

    /** What was asked and answered; null if there was nothing to ask. */
    public @Nullable Decided decided() {
        return decided;
    }
}
