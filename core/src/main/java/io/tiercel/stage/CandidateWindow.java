package io.tiercel.stage;

import io.tiercel.assign.Certificate;
import io.tiercel.assign.Preferences;
import io.tiercel.stage.RoundPlan.Decided;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The few tasks that matter to a round, so that a round costs what its free slots cost, not what the stage has pending: a stage
 * of 100,000 tasks sees 100,000 rounds of one slot.
 *
 * <p>Starts with the cheapest tasks of each free node's list, of its rack's, and of the list of all. The decision's prices show
 * whether it is of least cost over all tasks: it is if for each task left out, at each place, its cost and the price of a slot there
 * are together at least what a placed task is worth. Lists are sorted, so their first tasks left out suffice. If one fails, the
 * window widens (column generation; Dantzig and Wolfe, Operations Research 8, 1960).
 *
 * <p>If the index is not ordered, a list may hold tasks that it does not concern, because they list each of its free nodes at
 * another cost. Those are skipped.
 */
final class CandidateWindow {
    private static final int WIDER = 4;
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final List<Part> parts = new ArrayList<>();
    private final StagePrices prices;
    private final FreeSlots free;
    private final IntPredicate pending;
    private final IntPredicate eligible;
    private final BitSet chosen = new BitSet();

    /** One list, and how many of it are added next. */
    private static final class Part {
        final CandidateList list;
        final int[] places;
        int step;
        /** Whether none of the list is left out. */
        boolean whole;

        Part(CandidateList list, int[] places, int step) {
            this.list = list;
            this.places = places;
            this.step = step;
        }

        /** The cost from which no task of the list improves the decision. */
        long limit(Certificate certificate) {
            return certificate.base()
                    - Arrays.stream(places).mapToLong(certificate::price).min().orElse(0);
        }
    }

    /**
     * @param least take at least so many of each list
     * @param eligible asked of pending tasks only; must give the same answer all the time
     */
    CandidateWindow(StagePrices prices, FreeSlots free, int least, IntPredicate pending, IntPredicate eligible) {
        this.prices = prices;
        this.free = free;
        this.pending = pending;
        this.eligible = eligible;
        CandidateIndex index = prices.index();
        int[] places = free.places();
        for (int place : places) {
            parts.add(new Part(index.atNode(place), new int[] {place}, Math.max(least, 2 * free.slots()[place])));
        }
        free.racks().stream().forEach(rack -> {
            int[] inRack = Arrays.stream(places)
                    .filter(place -> free.rackOf()[place] == rack)
                    .toArray();
            parts.add(new Part(index.inRack(rack), inRack, least));
        });
        parts.add(new Part(index.elsewhere(), places, least));
        parts.forEach(part -> widen(part, NO_LIMIT));
    }

    /** The tasks chosen so far, ascending. */
    int[] tasks() {
        return chosen.stream().toArray();
    }

    /** Adds tasks that might improve the decision on those chosen; returns whether there were any. */
    boolean widen(Decided decided) {
        boolean allTaken = decided.decision().assignment().matched() == free.total();
        Certificate certificate = decided.decision().certificate();
        boolean ordered = prices.index().isOrdered();
        int before = chosen.cardinality();
        for (Part part : parts) {
            if (part.whole) {
                continue;
            }
            if (certificate == null || !allTaken) {
                widen(part, NO_LIMIT);
            } else if (mayImprove(part, part.limit(certificate), ordered)) {
                widen(part, ordered ? NO_LIMIT : part.limit(certificate));
            }
        }
        return chosen.cardinality() > before;
    }

    /** Whether the first task left out that the list concerns costs less than {@code limit}. */
    private boolean mayImprove(Part part, long limit, boolean ordered) {
        boolean[] found = new boolean[1];
        part.list.visit(pending, (cost, task) -> {
            if (chosen.get(task) || !eligible.test(task)) {
                return true;
            }
            found[0] = cost < limit && (ordered || costsLess(part, task, limit));
            return cost < limit && !found[0];
        });
        return found[0];
    }

    private boolean costsLess(Part part, int task, long limit) {
        Preferences list = prices.task(task);
        for (int place : part.places) {
            if (list.cost(place, free.rackOf()[place]) < limit) {
                return true;
            }
        }
        return false;
    }

    /** Adds the next tasks that the list concerns and that cost less than {@code limit} on one of its places. */
    private void widen(Part part, long limit) {
        int[] left = {part.step};
        boolean all = limit == NO_LIMIT;
        part.list.visit(pending, (cost, task) -> {
            if (cost < limit && !chosen.get(task) && eligible.test(task) && (all || costsLess(part, task, limit))) {
                chosen.set(task);
                left[0]--;
            }
            return cost < limit && left[0] > 0;
        });
        part.whole = all && left[0] > 0;
        part.step *= WIDER;
    }
}
