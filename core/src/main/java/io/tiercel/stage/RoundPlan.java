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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The tasks that one round places, and those that wait. Lives as long as the round. */
public final class RoundPlan {
    public static final int NONE = -1;

    /** The problem put to the policy, its tasks by number, and the answer. */
    public record Decided(AssignmentProblem problem, int[] tasks, Decision decision) {}

    private record Entry(int task, Reason reason) {}

    private final Map<Integer, List<Entry>> byPlace = new HashMap<>();
    private final @Nullable Decided decided;
    private final int waiting;
    private final long nextDeadline;
    private int left;
    private int delayed;
    private boolean refused;

    private RoundPlan() {
        this.decided = null;
        this.waiting = 0;
        this.nextDeadline = Long.MAX_VALUE;
    }

    RoundPlan(Decided decided, IntPredicate waits, int waiting, long nextDeadline) {
        this.decided = decided;
        this.waiting = waiting;
        this.nextDeadline = nextDeadline;
        for (int i = 0; i < decided.tasks().length; i++) {
            int place = decided.decision().assignment().nodeOf(i);
            if (place != NONE && !waits.test(decided.tasks()[i])) {
                Entry entry = new Entry(decided.tasks()[i], decided.decision().reason(i));
                byPlace.computeIfAbsent(place, p -> new ArrayList<>()).add(entry);
                count(entry, 1);
            }
        }
    }

    /** A round without a decision: there were no slots, or its time budget was spent, so the engine's own scheduler places tasks. */
    static RoundPlan empty() {
        return new RoundPlan();
    }

    /**
     * Takes a task that was planned for {@code place}.
     *
     * @param permits whether the engine's delay scheduling lets a task go now that was placed for this reason; asked only for
     *     its own levels, see {@link Reason#isEngineLevel}
     * @param pending whether a task still waits to be run; those that do not are dropped
     * @param allowed whether the engine lets the task run on the offer; refused tasks stay for other executors of the place
     * @return the task, or {@link #NONE}
     */
    public int take(int place, Predicate<Reason> permits, IntPredicate pending, IntPredicate allowed) {
        refused = false;
        Iterator<Entry> entries = byPlace.getOrDefault(place, List.of()).iterator();
        while (entries.hasNext()) {
            Entry entry = entries.next();
            boolean gone = !pending.test(entry.task());
            if (!gone && entry.reason().isEngineLevel() && !permits.test(entry.reason())) {
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

    /** Whether the last {@link #take} passed over a task that may not run on the offer. */
    public boolean isRefused() {
        return refused;
    }

    private void count(Entry entry, int sign) {
        left += sign;
        delayed += entry.reason().isEngineLevel() ? sign : 0;
    }

    /** How many planned tasks have not been taken. */
    public int left() {
        return left;
    }

    /** How many of these wait for the engine's delay scheduling. */
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

    /** The question and the answer; null if the policy was not asked or did not answer within the time budget. */
    public @Nullable Decided decided() {
        return decided;
    }
}
