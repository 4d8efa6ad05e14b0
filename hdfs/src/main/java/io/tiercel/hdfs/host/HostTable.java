package io.tiercel.hdfs.host;

/**
 * A snapshot of a {@link HostGraph} for readers; nobody writes to it once it is published. Arrays by node index, racks by rack index.
 *
 * @param generation changes whenever an answer about a node no longer holds
 */
record HostTable(long generation, String[] names, int[] canonical, int[] rack, String[] racks) {
    static final HostTable EMPTY = new HostTable(0, new String[0], new int[0], new int[0], new String[0]);
}
