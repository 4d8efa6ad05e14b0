package io.tiercel.stage;

import io.tiercel.assign.Preferences;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * The cost of each task of a task set on every place, with an index. Arrays by task number, given away and never changed. The index
 * belongs to the one {@link StagePlan} that takes the prices.
 */
public final class StagePrices {
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

    /** How many tasks there are. */
    public int size() {
        return tasks.length;
    }

    public Preferences task(int task) {
        return tasks[task];
    }

    /** Bytes that {@code task} reads. */
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
}
