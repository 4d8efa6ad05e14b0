package io.tiercel.spark.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes over which a task set is planned. Numbered from 0; numbers never change their meaning, more may come.
 * Thread-safe.
 */
public interface Places {
    /** The place of an executor, which gets a number now if it is new. */
    int of(String executor, String host);

    /** The place that is this executor and nothing else; null where executors are no places of their own. */
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

    /** Another number than before whenever prices should be made anew. */
    long generation();
}
