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
import java.util.Random;
import java.util.stream.IntStream;

/** A seeded job whose whole input lies on one disk. */
final class OneDisk {
    private static final long MB = 1_000_000;

    private OneDisk() {}

    static PrefetchProblem of(long seed) {
        Random random = new Random(seed);
        int tasks = 1 + random.nextInt(20);
        List<InputBlock> blocks = IntStream.range(0, tasks)
                .mapToObj(b -> new InputBlock((1 + random.nextInt(128)) * MB, List.of(0), InputBlock.NOT_COMING))
                .toList();
        return new PrefetchProblem(
                List.of(new SourceDevice(0, Tier.HDD, 100.0 * MB, 0)),
                List.of(0L),
                Collections.nCopies(1 + random.nextInt(8), 0.0),
                blocks,
                IntStream.range(0, tasks)
                        .mapToObj(t -> new JobTask(
                                List.of(new BlockRead(t, blocks.get(t).bytes())),
                                random.nextInt(2) * random.nextDouble()))
                        .toList(),
                new ReadRates(3_200.0 * MB, 10.0 * MB),
                new PlanningTimes(0, 0, 0),
                ReadScores.TRIDENT);
    }
}
