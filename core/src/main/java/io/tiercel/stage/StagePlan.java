package io.tiercel.stage;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.stage.RoundPlan.Decided;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Plans the rounds of one task set. Knows its pending tasks and their prices, and which of them wait for a better slot.
 *
 * <p>Between rounds it keeps an index, not a list, which the next free slot would outdate. A round takes the cheapest tasks of
 * the places that have free slots, asks the policy about those, and hands out the answer.
 *
 * <p>Not thread-safe: the engine calls it under its scheduler's lock.
 */
public final class StagePlan {
    /** With at most this many pending tasks, in all or per free slot, the policy sees all of them. */
    private static final int SMALL = 256;

    private static final int MANY_PER_SLOT = 2;

    /** Least candidates of each list, so that a record shows alternatives. */
    private static final int LEAST_WINDOW = 16;

    /** How often the policy is asked at most, each time without the tasks that would rather wait. */
    private static final int MOST_ATTEMPTS = 4;

    private final AssignmentPolicy policy;
    private final WaitDecisions waiting;
    private final HeldSlots held = new HeldSlots();
    private final BitSet pending;
    private StagePrices prices;
    private int[] rackOf;
    private int[] capacity;
    /** Null until somebody may wait: it costs a look at all tasks. */
    private @Nullable BestSlots best;

    /** @param capacity slots of each place, free or not */
    public StagePlan(
            AssignmentPolicy policy,
            HoldRule hold,
            TaskDurations durations,
            StagePrices prices,
            int[] rackOf,
            int[] capacity) {
        this.policy = policy;
        this.waiting = new WaitDecisions(prices.size(), hold, policy.firstTier(), durations);
        this.pending = new BitSet(prices.size());
        pending.set(0, prices.size());
        this.prices = prices;
        this.rackOf = rackOf;
        this.capacity = capacity;
    }

    /** Takes new prices, or new slots: executors came or went. */
    public void reprice(StagePrices newPrices, int[] newRackOf, int[] newCapacity) {
        prices = newPrices;
        rackOf = newRackOf;
        capacity = newCapacity;
        best = null;
    }

    private BestSlots best() {
        BestSlots known = best;
        if (known == null) {
            known = new BestSlots(prices, capacity, rackOf, pending::get);
            best = known;
        }
        return known;
    }

    public StagePrices prices() {
        return prices;
    }

    /** {@code task} waits for a slot again: it failed, or its output was lost. */
    public void pending(int task) {
        if (!pending.get(task)) {
            pending.set(task);
            if (best != null) {
                best.add(task);
            }
        }
        prices.index().add(task);
    }

    public void launched(int task, long now) {
        forget(task);
        waiting.launched(task);
        if (pending.isEmpty()) {
            held.release(now);
        }
    }

    /** For how many milliseconds slots were kept free for better tasks, summed over slots. */
    public long heldMillis() {
        return held.millis();
    }

    public int pendingTasks() {
        return pending.cardinality();
    }

    public RoundPlan round(FreeSlots free, long now, IntPredicate runnable, ExcludedSlots excluded) {
        return round(free, now, runnable, excluded, () -> false);
    }

    /**
     * Plans a round.
     *
     * @param now milliseconds of the engine's clock
     * @param runnable whether a task that was pending still is; the engine may have finished it elsewhere
     * @param excluded where the engine would not launch a pending task
     * @param isSpent whether the round's time budget is spent; asked between steps. Once true, the plan is empty
     */
    public RoundPlan round(
            FreeSlots free, long now, IntPredicate runnable, ExcludedSlots excluded, BooleanSupplier isSpent) {
        Round round = new Round(free, now, runnable, excluded, isSpent);
        return round.total == 0 ? RoundPlan.empty() : round.plan().orElseGet(round::giveUp);
    }

    private void forget(int task) {
        if (pending.get(task)) {
            pending.clear(task);
            if (best != null) {
                best.remove(task);
            }
        }
    }

    private final class Round {
        private final FreeSlots free;
        private final long now;
        private final IntPredicate runnable;
        private final ExcludedSlots excluded;
        private final BooleanSupplier isSpent;
        private final int[] freePlaces;
        private final int total;
        private final BitSet freeRacks;
        private final BitSet waits = new BitSet();
        private final BitSet goes = new BitSet();

        Round(FreeSlots free, long now, IntPredicate runnable, ExcludedSlots excluded, BooleanSupplier isSpent) {
            this.free = free;
            this.now = now;
            this.runnable = runnable;
            this.excluded = excluded;
            this.isSpent = isSpent;
            this.freePlaces = free.places();
            this.freeRacks = free.racks();
            this.total = free.total();
        }

        /** Empty if the time budget is spent. */
        Optional<RoundPlan> plan() {
            for (int attempt = 1; ; attempt++) {
                Optional<Decided> decided = decide();
                if (decided.isEmpty()) {
                    return Optional.empty();
                }
                boolean settled = !sendAwayWaiting(decided.get());
                if (settled || attempt == MOST_ATTEMPTS) {
                    return Optional.of(finish(decided.get()));
                }
            }
        }

        /** The engine fills the slots. */
        RoundPlan giveUp() {
            for (int place : freePlaces) {
                held.leave(place, 0, now);
            }
            return RoundPlan.empty();
        }

        private Optional<Decided> decide() {
            if (pending.cardinality() <= Math.max(SMALL, MANY_PER_SLOT * total)) {
                return decide(pending.stream()
                        .filter(this::isPending)
                        .filter(this::isEligible)
                        .toArray());
            }
            int least = policy.isLeastCost() ? LEAST_WINDOW : Math.max(LEAST_WINDOW, total);
            CandidateWindow window = new CandidateWindow(prices, free, least, this::isPending, this::isEligible);
            Optional<Decided> decided = decide(window.tasks());
            while (policy.isLeastCost() && decided.isPresent() && window.widen(decided.get())) {
                decided = decide(window.tasks());
            }
            return decided;
        }

        private boolean isPending(int task) {
            if (!pending.get(task)) {
                return false;
            }
            if (!runnable.test(task)) {
                forget(task);
                return false;
            }
            return true;
        }

        /** Tasks that may run on no free slot, or would wait rather than run at the cheapest, are out from the start. */
        private boolean isEligible(int task) {
            if (excluded.excludesAll(task, freePlaces)) {
                return false;
            }
            if (!waits.get(task) && !goes.get(task)) {
                (waiting.isPossible() && isWorthWaiting(task, cheapestFree(task)) ? waits : goes).set(task);
            }
            return !waits.get(task);
        }

        private boolean isWorthWaiting(int task, int cost) {
            return waiting.isPossible() && waiting.isWorthIt(task, cost, prices, best(), now);
        }

        private int cheapestFree(int task) {
            int[] slots = free.slots();
            return prices.task(task).leastCost(node -> node < slots.length && slots[node] > 0, freeRacks::get);
        }

        private Optional<Decided> decide(int[] ascending) {
            if (isSpent.getAsBoolean()) {
                return Optional.empty();
            }
            int[] tasks = prices.tierFirst(ascending, policy.firstTier());
            AssignmentProblem problem = new AssignmentProblem(
                    free.rackOf(),
                    free.slots(),
                    Arrays.stream(tasks)
                            .mapToObj(task -> excluded.price(task, prices.task(task)))
                            .toList());
            return policy.decide(problem, isSpent).map(decision -> new Decided(problem, tasks, decision));
        }

        /** Marks placed tasks that would rather wait; returns whether there were any. */
        private boolean sendAwayWaiting(Decided decided) {
            Assignment assignment = decided.decision().assignment();
            int before = waits.cardinality();
            for (int i = 0; i < decided.tasks().length; i++) {
                int place = assignment.nodeOf(i);
                if (place != Assignment.NONE) {
                    int task = decided.tasks()[i];
                    int cost = decided.problem().cost(i, place);
                    if (isWorthWaiting(task, cost)) {
                        waits.set(task);
                    }
                }
            }
            return waits.cardinality() > before;
        }

        /** A task counts as waiting only if a slot stays free. */
        private RoundPlan finish(Decided decided) {
            int[] idle = free.slots().clone();
            Assignment assignment = decided.decision().assignment();
            for (int i = 0; i < decided.tasks().length; i++) {
                if (assignment.nodeOf(i) != Assignment.NONE && !waits.get(decided.tasks()[i])) {
                    idle[assignment.nodeOf(i)]--;
                }
            }
            boolean wait = !waits.isEmpty() && Arrays.stream(idle).anyMatch(slots -> slots > 0);
            for (int place : freePlaces) {
                held.leave(place, wait ? idle[place] : 0, now);
            }
            return new RoundPlan(decided, waits::get, wait ? waits.cardinality() : 0, wait ? refuse() : Long.MAX_VALUE);
        }

        /** @return when the first of the waiting tasks stops to wait */
        private long refuse() {
            long first = Long.MAX_VALUE;
            for (int task = waits.nextSetBit(0); task >= 0; task = waits.nextSetBit(task + 1)) {
                waiting.refused(task, now);
                first = Math.min(first, waiting.deadline(task, cheapestFree(task), prices, best(), now));
            }
            return first;
        }
    }
}
