package io.tiercel.stage;

import io.tiercel.assign.Certificate;
import io.tiercel.stage.RoundPlan.Decided;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The few tasks that a round is about, so that a round costs what its free slots cost, not what the stage has pending: a stage
 * of 100,000 tasks sees 100,000 rounds of one slot.
 *
 * <p>Starts with the cheapest of the lists of each free node, of its rack, and of all. Prices that prove a least-cost
 * assignment of these, with all slots taken, tell whether it is one of all tasks, too: it is if none of those left out costs
 * less, at any place and together with the price of a slot there, than a placed task is worth. As the lists are sorted, a
 * look at the first left out of each is enough; where it fails, the window widens (column generation; Dantzig and Wolfe,
 * Operations Research 8, 1960).
 */
final class CandidateWindow {
    private static final int WIDER = 4;

    private final List<Part> parts = new ArrayList<>();
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

        /** The least price of a slot that the list is about. */
        long price(Certificate certificate) {
            return Arrays.stream(places).mapToLong(certificate::price).min().orElse(0);
        }
    }

    /**
     * @param least take at least so many of each list
     * @param eligible asked of pending tasks only; must give the same answer all the time
     */
    CandidateWindow(CandidateIndex index, FreeSlots free, int least, IntPredicate pending, IntPredicate eligible) {
        this.free = free;
        this.pending = pending;
        this.eligible = eligible;
        int[] places = free.places();
        BitSet racks = new BitSet();
        for (int place : places) {
            racks.set(free.rackOf()[place]);
            parts.add(new Part(index.atNode(place), new int[] {place}, Math.max(least, 2 * free.slots()[place])));
        }
        racks.stream().forEach(rack -> {
            int[] inRack = Arrays.stream(places)
                    .filter(place -> free.rackOf()[place] == rack)
                    .toArray();
            parts.add(new Part(index.inRack(rack), inRack, least));
        });
        parts.add(new Part(index.elsewhere(), places, least));
        parts.forEach(this::widen);
    }

    /** The tasks chosen so far, ascending. */
    int[] tasks() {
        return chosen.stream().toArray();
    }

    /** Adds tasks that might better what was decided on those chosen; whether there were any. */
    boolean widen(Decided decided) {
        boolean allTaken = decided.decision().assignment().matched() == free.total();
        Certificate certificate = decided.decision().certificate();
        int before = chosen.cardinality();
        for (Part part : parts) {
            if (!part.whole && (certificate == null || !allTaken || mayBetter(part, certificate))) {
                widen(part);
            }
        }
        return chosen.cardinality() > before;
    }

    private boolean mayBetter(Part part, Certificate certificate) {
        long[] cheapest = {Long.MAX_VALUE};
        part.list.visit(pending, (cost, task) -> {
            if (!chosen.get(task) && eligible.test(task)) {
                cheapest[0] = cost;
            }
            return cheapest[0] == Long.MAX_VALUE;
        });
        return cheapest[0] < certificate.base() - part.price(certificate);
    }

    private void widen(Part part) {
        int[] left = {part.step};
        part.list.visit(pending, (cost, task) -> {
            if (!chosen.get(task) && eligible.test(task)) {
                chosen.set(task);
                left[0]--;
            }
            return left[0] > 0;
        });
        part.whole = left[0] > 0;
        part.step *= WIDER;
    }
}
