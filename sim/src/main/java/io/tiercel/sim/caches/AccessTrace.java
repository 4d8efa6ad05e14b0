package io.tiercel.sim.caches;

import io.tiercel.model.Preconditions;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The blocks that jobs read, one job after the other by arrival, each from its file's beginning. Files are cut into blocks of one size, and where
 * the read of any job ends. So each read is one of a whole block.
 */
public final class AccessTrace {
    private final int[] blocks;
    private final long[] sizes;
    private final long bytes;
    private final long distinctBytes;

    private AccessTrace(int[] blocks, long[] sizes) {
        this.blocks = blocks;
        this.sizes = sizes;
        this.bytes = Arrays.stream(blocks).mapToLong(block -> sizes[block]).sum();
        this.distinctBytes = Arrays.stream(sizes).sum();
    }

    /**
     * What the jobs of a time read.
     *
     * @param blockBytes length of a block
     * @param from nanoseconds since the workload's start
     * @param until nanoseconds; jobs that arrive then or later are left out
     */
    public static AccessTrace of(Workload workload, long blockBytes, long from, long until) {
        Preconditions.positive("block bytes", blockBytes);
        List<Job> jobs = workload.jobs().stream()
                .filter(job -> job.arrival() >= from && job.arrival() < until && job.inputBytes() > 0)
                .toList();
        Map<String, NavigableSet<Long>> ends = new HashMap<>();
        for (Job job : jobs) {
            ends.computeIfAbsent(job.input().orElseThrow(), path -> new TreeSet<>())
                    .add(job.inputBytes());
        }
        List<Long> sizes = new ArrayList<>();
        Map<String, Cuts> files = new HashMap<>();
        int[] blocks = new int[1024];
        int reads = 0;
        for (Job job : jobs) {
            String path = job.input().orElseThrow();
            Cuts cuts = files.get(path);
            if (cuts == null) {
                cuts = Cuts.of(ends.get(path), blockBytes, sizes);
                files.put(path, cuts);
            }
            int count = cuts.blocksUntil(job.inputBytes());
            if (reads + count > blocks.length) {
                blocks = Arrays.copyOf(blocks, Math.max(2 * blocks.length, reads + count));
            }
            for (int i = 0; i < count; i++) {
                blocks[reads++] = cuts.first() + i;
            }
        }
        return new AccessTrace(
                Arrays.copyOf(blocks, reads),
                sizes.stream().mapToLong(Long::longValue).toArray());
    }

    /** Where the blocks of a file end. @param first number of its first block */
    private record Cuts(int first, long[] ends) {
        static Cuts of(NavigableSet<Long> readEnds, long blockBytes, List<Long> sizes) {
            NavigableSet<Long> all = new TreeSet<>(readEnds);
            for (long end = blockBytes; end < readEnds.last(); end += blockBytes) {
                all.add(end);
            }
            int first = sizes.size();
            long before = 0;
            for (long end : all) {
                sizes.add(end - before);
                before = end;
            }
            return new Cuts(first, all.stream().mapToLong(Long::longValue).toArray());
        }

        int blocksUntil(long bytes) {
            return Arrays.binarySearch(ends, bytes) + 1;
        }
    }

    /** Number of reads. */
    public int reads() {
        return blocks.length;
    }

    /** The block of a read, from 0 to {@link #distinctBlocks} less 1. */
    int block(int read) {
        return blocks[read];
    }

    long size(int block) {
        return sizes[block];
    }

    public int distinctBlocks() {
        return sizes.length;
    }

    /** Bytes of all reads. */
    public long bytes() {
        return bytes;
    }

    /** Bytes of all blocks. */
    public long distinctBytes() {
        return distinctBytes;
    }
}
