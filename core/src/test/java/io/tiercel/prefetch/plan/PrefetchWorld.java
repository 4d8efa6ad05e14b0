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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A seeded job on a seeded cluster: uneven devices, blocks of several tasks, tasks of several blocks, memory that is short. */
final class PrefetchWorld {
    private static final long MB = 1_000_000;

    private PrefetchWorld() {}

    static PrefetchProblem of(long seed, int mostBlocks) {
        Random random = new Random(seed);
        int nodes = 1 + random.nextInt(5);
        List<SourceDevice> devices = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            for (int d = 1 + random.nextInt(3); d > 0; d--) {
                Tier tier = random.nextInt(4) == 0 ? Tier.SSD : Tier.HDD;
                double rate = (tier == Tier.SSD ? 300.0 : 30.0 + random.nextInt(60)) * MB;
                devices.add(new SourceDevice(node, tier, rate, random.nextInt(3) == 0 ? random.nextInt(5) : 0));
            }
        }
        List<InputBlock> blocks = IntStream.range(0, 1 + random.nextInt(mostBlocks))
                .mapToObj(b -> block(random, devices.size()))
                .toList();
        List<JobTask> tasks = IntStream.range(0, random.nextInt(2 * mostBlocks))
                .mapToObj(t -> task(random, blocks))
                .toList();
        return new PrefetchProblem(
                devices,
                IntStream.range(0, nodes)
                        .mapToObj(n -> (long) random.nextInt(800) * MB)
                        .toList(),
                IntStream.range(0, 1 + random.nextInt(6))
                        .mapToObj(s -> random.nextInt(3) == 0 ? 6 * random.nextDouble() : 0.0)
                        .toList(),
                blocks,
                tasks,
                new ReadRates(3_200.0 * MB, 10.0 * MB),
                new PlanningTimes(random.nextInt(3), random.nextDouble(), random.nextDouble()),
                ReadScores.TRIDENT);
    }

    private static InputBlock block(Random random, int devices) {
        double readyAt =
                switch (random.nextInt(8)) {
                    case 0 -> 0;
                    case 1 -> 1 + random.nextInt(9);
                    default -> InputBlock.NOT_COMING;
                };
        List<Integer> replicas = random.ints(0, devices)
                .limit(random.nextInt(4))
                .distinct()
                .boxed()
                .toList();
        return new InputBlock(random.nextInt(129) * MB, replicas, readyAt);
    }

    private static JobTask task(Random random, List<InputBlock> blocks) {
        List<BlockRead> reads = random.ints(0, blocks.size())
                .limit(random.nextInt(4) == 0 ? random.nextInt(4) : 1)
                .mapToObj(b -> new BlockRead(b, blocks.get(b).bytes() / (1 + random.nextInt(2))))
                .toList();
        return new JobTask(reads, 3 * random.nextDouble());
    }
}
