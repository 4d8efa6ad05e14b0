package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.resolve.PathSelection.ByteRange;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Parts of a file. Tells which blocks touch them, in a time that grows with the logarithm of their number: a request may name a million
 * parts, and directories of a million blocks.
 */
public final class ByteRanges {
    private static final ByteRanges ALL = new ByteRanges(new long[] {Long.MIN_VALUE}, new long[] {Long.MAX_VALUE});

    /** Ascending. Arrays, because objects would take several times the heap. */
    private final long[] starts;

    /** The end of each part, exclusive. It lies before the start of the next part. */
    private final long[] ends;

    private ByteRanges(long[] starts, long[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    /** The parts that any of the selections names. One that names no ranges has all of each file. */
    public static ByteRanges of(List<PathSelection> selections) {
        if (selections.stream().anyMatch(selection -> selection.ranges().isEmpty())) {
            return ALL;
        }
        ByteRange[] sorted = selections.stream()
                .flatMap(selection -> selection.ranges().stream())
                .sorted(Comparator.comparingLong(ByteRange::offset))
                .toArray(ByteRange[]::new);
        long[] starts = new long[sorted.length];
        long[] ends = new long[sorted.length];
        int count = 0;
        for (ByteRange range : sorted) {
            long end = end(range.offset(), range.length());
            if (count > 0 && range.offset() <= ends[count - 1]) {
                ends[count - 1] = Math.max(ends[count - 1], end);
            } else {
                starts[count] = range.offset();
                ends[count++] = end;
            }
        }
        return new ByteRanges(Arrays.copyOf(starts, count), Arrays.copyOf(ends, count));
    }

    /** Whether some of these bytes lie in one of the parts. */
    public boolean touch(long offset, long bytes) {
        int found = Arrays.binarySearch(starts, end(offset, bytes));
        int before = (found < 0 ? -found - 1 : found) - 1;
        return before >= 0 && ends[before] > offset;
    }

    private static long end(long start, long length) {
        long end = start + length;
        return end < 0 ? Long.MAX_VALUE : end;
    }
}
