package io.tiercel.bench.prefetch;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A job by name: {@code BLOCKSxNODESxDEVICESxSLOTS}, blocks of 128 MiB, one task each that computes for a second, three replicas on
 * random devices of random nodes; devices of 160 MB/s, a tenth of them SSDs of 400 MB/s.
 */
final class PlanningLoad {
    private static final Pattern NAME = Pattern.compile("(\\d+)x(\\d+)x(\\d+)x(\\d+)");
    private static final long BLOCK = 128 << 20;

    private PlanningLoad() {}

    static PrefetchProblem named(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException("job: expected BLOCKSxNODESxDEVICESxSLOTS, got " + name);
        }
        return of(number(parts, 1), number(parts, 2), number(parts, 3), number(parts, 4));
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }

    private static PrefetchProblem of(int blocks, int nodes, int devicesPerNode, int slotsPerNode) {
        Random random = new Random(11);
        List<SourceDevice> devices = IntStream.range(0, nodes * devicesPerNode)
                .mapToObj(d -> random.nextInt(10) == 0
                        ? new SourceDevice(d / devicesPerNode, Tier.SSD, 400e6, 0)
                        : new SourceDevice(d / devicesPerNode, Tier.HDD, 160e6, 0))
                .toList();
        return new PrefetchProblem(
                devices,
                Collections.nCopies(nodes, 64L << 30),
                Collections.nCopies(nodes * slotsPerNode, 0.0),
                IntStream.range(0, blocks)
                        .mapToObj(b -> new InputBlock(
                                BLOCK,
                                List.of(random.ints(0, devices.size())
                                        .distinct()
                                        .limit(Math.min(3, devices.size()))
                                        .boxed()
                                        .toArray(Integer[]::new)),
                                InputBlock.NOT_COMING))
                        .toList(),
                IntStream.range(0, blocks)
                        .mapToObj(b -> new JobTask(List.of(new BlockRead(b, BLOCK)), 1))
                        .toList(),
                new ReadRates(3_200e6, 100e6),
                PlanningTimes.TRIDENT,
                ReadScores.TRIDENT);
    }
}
