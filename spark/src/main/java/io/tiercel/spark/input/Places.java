package io.tiercel.spark.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places over which a task set is planned: hosts or executors. Numbered from 0; numbers never change their meaning, and
 * more may come. Thread-safe.
 */
public interface Places {
    /** The place of an executor; a new one gets the next number. */
    int of(String executor, String host);

    /** The place that is this executor alone; null if places are hosts. */
    @Nullable
    Integer ofExecutor(String executor);

    /** The places on which a replica of {@code node}, an index of the host registry, is local. */
    List<Integer> ofNode(int node);

    /** The node, an index of the host registry, that {@code place} is or stands on. */
    int node(int place);

    /** The rack of each place. */
    int[] racks();

    /** A name for people. */
    String name(int place);

    /** A number that grows whenever all tasks must be priced anew. */
    long generation();
}
