package io.tiercel.hdfs;

import java.util.List;

/**
 * What readers see of a {@link HostGraph}; immutable. Arrays by node index.
 *
 * @param generation changes whenever something that was said of a node no longer holds
 */
record HostTable(long generation, List<String> names, int[] canonical, int[] rack, List<String> racks) {
    static final HostTable EMPTY = new HostTable(0, List.of(), new int[0], new int[0], List.of());
}
