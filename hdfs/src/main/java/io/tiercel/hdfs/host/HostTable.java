package io.tiercel.hdfs.host;

/**
 * What readers see of a {@link HostGraph}; never written to once it is published. Arrays by node index, racks by rack index.
 *
 * @param generation changes whenever something that was said of a node no longer holds
 */
record HostTable(long generation, String[] names, int[] canonical, int[] rack, String[] racks) {
    static final HostTable EMPTY = new HostTable(0, new String[0], new int[0], new int[0], new String[0]);
}
