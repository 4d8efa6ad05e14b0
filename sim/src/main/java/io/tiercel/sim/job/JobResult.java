package io.tiercel.sim.job;

import io.tiercel.sim.workload.Job;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The result of a job.
 *
 * @param began when it was submitted: its arrival, or the end of the job that it waited for
 * @param reads how many tasks read from where
 * @param readsByNode how many reads each node served
 * @param mapNanos sum of the times of its maps in their slots
 * @param prefetched blocks that were to be prefetched for it
 * @param delay nanoseconds by which its first tasks were delayed for that
 * @param lost how often a task was lost with its node, or ran again since its output was lost
 * @param failure why it failed; empty if it did not
 */
public record JobResult(
        Job job,
        long began,
        long ended,
        Map<Locality, Integer> reads,
        NodeCounts readsByNode,
        int maps,
        long mapNanos,
        long taskNanos,
        int prefetched,
        long delay,
        int lost,
        Optional<String> failure) {
    public JobResult {
        reads = Collections.unmodifiableMap(new TreeMap<>(reads)); // in the order of the localities, in every JVM
    }

    /** The result of a job that never began. */
    public static JobResult refused(Job job, long now, String why) {
        return new JobResult(
                job, now, now, Map.of(), NodeCounts.of(IntStream.empty()), 0, 0, 0, 0, 0, 0, Optional.of(why));
    }

    public long duration() {
        return ended - began;
    }

    /** Counts by node, of nodes with a count. Two arrays, since a day's results have millions of counts. */
    public static final class NodeCounts {
        private final int[] nodes;
        private final int[] counts;

        private NodeCounts(int[] nodes, int[] counts) {
            this.nodes = nodes;
            this.counts = counts;
        }

        /** Counts how often each node is among {@code all}. */
        static NodeCounts of(IntStream all) {
            int[] each = all.sorted().toArray();
            int[] nodes = Arrays.stream(each).distinct().toArray();
            int[] counts = new int[nodes.length];
            for (int node : each) {
                counts[Arrays.binarySearch(nodes, node)]++;
            }
            return new NodeCounts(nodes, counts);
        }

        public int of(int node) {
            int at = Arrays.binarySearch(nodes, node);
            return at < 0 ? 0 : counts[at];
        }
    }
}
