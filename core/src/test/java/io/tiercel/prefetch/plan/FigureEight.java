package io.tiercel.prefetch.plan;

import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Trident's Fig. 8: one node, two HDDs of 32 MB/s, memory of 3,200 MB/s; blocks B1 to B5, of which B1 to B3 lie on one
 * device; task Ti reads Bi and computes for its length / 64 MB s. Blocks are listed in the order in which they are offered.
 */
final class FigureEight {
    static final long MB = 1_000_000;

    /** Index of the block by number, 1 to 5: offered are B3, B4, B2, B5, B1. */
    private static final int[] LISTED = {-1, 4, 2, 0, 1, 3};

    private static final long[] LENGTHS = {0, 128 * MB, 96 * MB, 128 * MB, 96 * MB, 64 * MB};

    private FigureEight() {}

    static PrefetchProblem withSlots(int slots) {
        List<InputBlock> blocks = IntStream.of(3, 4, 2, 5, 1)
                .mapToObj(
                        number -> new InputBlock(LENGTHS[number], List.of(number <= 3 ? 0 : 1), InputBlock.NOT_COMING))
                .toList();
        List<JobTask> tasks = IntStream.rangeClosed(1, 5)
                .mapToObj(number -> new JobTask(
                        List.of(new BlockRead(LISTED[number], LENGTHS[number])), LENGTHS[number] / (64.0 * MB)))
                .toList();
        return new PrefetchProblem(
                List.of(hdd(), hdd()),
                List.of(10_000 * MB),
                Collections.nCopies(slots, 0.0),
                blocks,
                tasks,
                new ReadRates(3_200.0 * MB, 10.0 * MB),
                PlanningTimes.TRIDENT,
                ReadScores.TRIDENT);
    }

    private static SourceDevice hdd() {
        return new SourceDevice(0, Tier.HDD, 32.0 * MB, 0);
    }

    /** The index of block {@code number}, 1 to 5. */
    static int block(int number) {
        return LISTED[number];
    }

    /** The numbers of the blocks with these indices, sorted. */
    static List<Integer> numbers(List<Integer> indices) {
        return IntStream.rangeClosed(1, 5)
                .filter(number -> indices.contains(LISTED[number]))
                .boxed()
                .toList();
    }
}
