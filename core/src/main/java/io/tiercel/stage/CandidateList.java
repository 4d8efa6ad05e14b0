package io.tiercel.stage;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The tasks that list one place (a node, a rack, the rest of the cluster), cheapest first, ties by number. Tasks that are no longer
 * pending are dropped when met, so over a stage each costs a constant.
 *
 * <p>An entry is one long, cost before task number, so sorting and searching need no objects and no comparator.
 */
final class CandidateList {
    static final CandidateList NONE = new CandidateList(new long[0]);

    @FunctionalInterface
    interface Visitor {
        /** @return whether to go on */
        boolean see(int cost, int task);
    }

    private long[] entries;
    private int start;
    private int end;

    /** @param entries as made by {@link #entry}, in any order; given away */
    CandidateList(long[] entries) {
        Arrays.sort(entries);
        this.entries = entries;
        this.end = entries.length;
    }

    static long entry(int cost, int task) {
        return (long) cost << 32 | task;
    }

    /** Shows the pending tasks to {@code visitor}, until it returns false. */
    void visit(IntPredicate pending, Visitor visitor) {
        int kept = start;
        int at = start;
        boolean more = true;
        while (more && at < end) {
            long entry = entries[at++];
            int task = (int) entry;
            if (pending.test(task)) {
                entries[kept++] = entry;
                more = visitor.see((int) (entry >> 32), task);
            }
        }
        int survivors = kept - start;
        System.arraycopy(entries, start, entries, at - survivors, survivors);
        start = at - survivors;
    }

    /** Takes back a task that may have been dropped. */
    void add(int cost, int task) {
        long entry = entry(cost, task);
        int found = Arrays.binarySearch(entries, start, end, entry);
        if (found >= 0) {
            return;
        }
        int position = -found - 1;
        if (start == 0) {
            grow();
            position += start;
        }
        System.arraycopy(entries, start, entries, start - 1, position - start);
        start--;
        entries[position - 1] = entry;
    }

    private void grow() {
        int room = Math.max(4, (end - start) / 4);
        long[] larger = new long[room + end - start];
        System.arraycopy(entries, start, larger, room, end - start);
        end = larger.length;
        start = room;
        entries = larger;
    }
}
