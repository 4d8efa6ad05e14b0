package io.tiercel.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.locate.FileRange.FileVersion;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the naive way: each byte of the range looks for its block. */
class FileBlocksPropertyTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithCountingBytes(long seed) {
        Random random = new Random(seed);
        for (int world = 0; world < 500; world++) {
            FileBlocks file = file(random);
            for (int query = 0; query < 10; query++) {
                long start = random.nextInt(60);
                long length = random.nextInt(10) == 0 ? Long.MAX_VALUE : random.nextInt(60);
                assertThat(file.intersect(start, length))
                        .as("seed %d, world %d: %s from %d, %d bytes", seed, world, file, start, length)
                        .isEqualTo(naive(file, start, length));
            }
        }
    }

    /** Up to five blocks, sometimes with a hole before one, sometimes reaching past the stated length. */
    private static FileBlocks file(Random random) {
        List<FileBlocks.Extent> extents = new ArrayList<>();
        long at = 0;
        int blocks = random.nextInt(6);
        for (int b = 0; b < blocks; b++) {
            at += random.nextInt(5) == 0 ? random.nextInt(4) : 0;
            long length = random.nextInt(5) == 0 ? 0 : random.nextInt(12);
            // The node tells the block, so that one block cannot be taken for another.
            extents.add(new FileBlocks.Extent(at, length, List.of(new Replica(b, Tier.SSD)), null));
            at += length;
        }
        Collections.shuffle(extents, random);
        return new FileBlocks(new FileVersion(Math.max(0, at + random.nextInt(7) - 3), 1), extents);
    }

    private static List<Block> naive(FileBlocks file, long start, long length) {
        long end = file.version().length();
        for (FileBlocks.Extent extent : file.blocks()) {
            end = Math.max(end, extent.end());
        }
        List<Block> read = new ArrayList<>();
        for (long at = start; at < end && at - start < length; at++) {
            List<Replica> replicas = replicasAt(file, at);
            int last = read.size() - 1;
            if (last >= 0 && read.get(last).replicas().equals(replicas)) {
                read.set(last, new Block(read.get(last).bytes() + 1, replicas));
            } else {
                read.add(new Block(1, replicas));
            }
        }
        return read;
    }

    private static List<Replica> replicasAt(FileBlocks file, long at) {
        for (FileBlocks.Extent extent : file.blocks()) {
            if (extent.offset() <= at && at < extent.end()) {
                return extent.replicas();
            }
        }
        return List.of();
    }
}
