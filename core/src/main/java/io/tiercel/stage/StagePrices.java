package io.tiercel.stage;

import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * The cost of each task of a task set on every place, with an index. Arrays by task number, given away and never changed. The index
 * belongs to the one {@link StagePlan} that takes the prices.
 */
public final class StagePrices {
    private static final long NOT_THERE = Integer.MAX_VALUE;

    private final Preferences[] tasks;
    private final long[] bytes;
    private final boolean[] known;
    private final CandidateIndex index;

    /**
     * @param tasks price lists over places
     * @param bytes what each task reads
     * @param known whether the price list rests on located input; if not, on the hosts that Spark prefers
     * @param rackOf the rack of each place that a list names
     */
    public StagePrices(Preferences[] tasks, long[] bytes, boolean[] known, int[] rackOf) {
        if (tasks.length != bytes.length || tasks.length != known.length) {
            throw new IllegalArgumentException("expected as many sizes and marks as price lists (" + tasks.length
                    + "), got " + bytes.length + " and " + known.length);
        }
        this.tasks = tasks;
        this.bytes = bytes;
        this.known = known;
        this.index = new CandidateIndex(tasks, rackOf);
    }

    /** The same, with other price lists for some tasks, and an index of its own. */
    public StagePrices with(BitSet changed, IntFunction<Preferences> price, int[] rackOf) {
        Preferences[] lists = tasks.clone();
        changed.stream().forEach(task -> lists[task] = price.apply(task));
        return new StagePrices(lists, bytes, known, rackOf);
    }

    public int size() {
        return tasks.length;
    }

    public Preferences task(int task) {
        return tasks[task];
    }

    public long bytes(int task) {
        return bytes[task];
    }

    /** Whether the input of {@code task} was located. */
    public boolean known(int task) {
        return known[task];
    }

    CandidateIndex index() {
        return index;
    }

    /**
     * The order in which a policy sees tasks, and by which it breaks ties. Tasks with input on {@code tier} come first, cheapest
     * first; all others by number, as in Spark's own lists. By number alone, a second scan of a file would start with the block
     * that came into memory first. That is the block that leaves memory first.
     *
     * @param ascending numbers of tasks; returned as they are if none has input on {@code tier}
     */
    int[] tierFirst(int[] ascending, Tier tier) {
        long[] keys = new long[ascending.length];
        boolean any = false;
        for (int i = 0; i < keys.length; i++) {
            long cost = cost(tasks[ascending[i]], tier);
            any |= cost != NOT_THERE;
            keys[i] = cost << 32 | ascending[i];
        }
        if (!any) {
            return ascending;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    private static long cost(Preferences task, Tier tier) {
        long least = NOT_THERE;
        for (int i = 0; i < task.size(); i++) {
            if (task.nodeTier(i) == tier) {
                least = Math.min(least, task.nodeCost(i));
            }
        }
        return least;
    }
}
