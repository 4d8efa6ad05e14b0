package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.locate.FileRange.FileVersion;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one version of a file, in file order. Immutable.
 *
 * @param version the version that the file system answered for
 * @param blocks not overlapping; kept in order of offset, without empty ones
 */
record FileBlocks(FileVersion version, List<Extent> blocks) {
    /** One block of the file: its bytes, its live copies, and its name; null where the file system names no blocks. */
    record Extent(long offset, long length, List<Replica> replicas, @Nullable BlockId id) {
        Extent {
            replicas = List.copyOf(replicas);
        }

        long end() {
            return offset + length;
        }
    }

    FileBlocks {
        // The block that a writer has just begun is empty.
        blocks = blocks.stream()
                .filter(extent -> extent.length() > 0)
                .sorted(Comparator.comparingLong(Extent::offset))
                .toList();
    }

    /**
     * The part of each block that a reader of {@code length} bytes from {@code start} reads. Bytes inside the file without a known
     * block come as a block without replicas; a well-formed answer has none. Bytes past the end do not come.
     */
    List<Block> intersect(long start, long length) {
        long end = Math.min(length > Long.MAX_VALUE - start ? Long.MAX_VALUE : start + length, end());
        List<Block> read = new ArrayList<>();
        long at = start;
        for (int b = firstEndingAfter(start); b < blocks.size() && at < end; b++) {
            Extent extent = blocks.get(b);
            if (extent.offset() > at) {
                long gapEnd = Math.min(extent.offset(), end);
                read.add(new Block(gapEnd - at, List.of()));
                at = gapEnd;
            }
            long to = Math.min(extent.end(), end);
            if (to > at) {
                read.add(new Block(to - at, extent.replicas(), extent.id()));
                at = to;
            }
        }
        if (at < end) {
            read.add(new Block(end - at, List.of()));
        }
        return List.copyOf(read);
    }

    /** The blocks of a file that is being written may hold more than its status says. */
    private long end() {
        return blocks.isEmpty()
                ? version.length()
                : Math.max(version.length(), blocks.get(blocks.size() - 1).end());
    }

    private int firstEndingAfter(long offset) {
        int low = 0;
        int high = blocks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (blocks.get(middle).end() > offset) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
