package io.tiercel.bench.faults;

import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs the same job under each fault, on stock Spark and under Tiercel in turn, and prints how long it took, beside the budget
 * that Tiercel may cost. Argument: how many rounds, 5 by default.
 */
public final class FaultsTable {
    private static final String[] ENGINES = {"", "io.tiercel.spark.TiercelPlugin"};

    /** For so long the NameNode does not answer: many times the locator's budget. */
    private static final Duration FROZEN = Duration.ofSeconds(5);

    /** What fails; a fault tells when the first wave of tasks had been handed out, in ns since it let the job go. */
    private enum Fault {
        NONE("nothing"),
        EXECUTOR("an executor is killed"),
        NAME_NODE("the NameNode does not answer for 5 s"),
        DATA_NODE("a DataNode is killed");

        private final String text;

        Fault(String text) {
            this.text = text;
        }

        long happen(TieredCluster cluster, Conductor conductor) throws IOException {
            if (this == NAME_NODE) {
                cluster.freezeNameNode();
            }
            long start = System.nanoTime();
            try {
                conductor.go();
                conductor.awaitLine("started ", FaultWorld.NODES);
                long handedOut = System.nanoTime() - start;
                if (this == NAME_NODE) {
                    awaitNanos(start + FROZEN.toNanos());
                } else if (this != NONE) {
                    conductor.awaitLine("ended ", FaultWorld.NODES);
                    kill(cluster);
                }
                return handedOut;
            } finally {
                if (this == NAME_NODE) {
                    cluster.thawNameNode();
                }
            }
        }

        private void kill(TieredCluster cluster) {
            if (this == EXECUTOR) {
                cluster.killExecutor(1);
            } else {
                cluster.killDataNode(2);
            }
        }

        private static void awaitNanos(long end) {
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        }
    }

    /** Nanoseconds of each round. */
    private record Times(List<Long> handedOut, List<Long> ended) {
        Times() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    private final PrintStream out;
    private final Map<Fault, List<Times>> times = new EnumMap<>(Fault.class);

    private FaultsTable(PrintStream out) {
        this.out = out;
        for (Fault fault : Fault.values()) {
            times.put(fault, List.of(new Times(), new Times()));
        }
    }

    public static void main(String[] args) throws IOException {
        FaultsTable table = new FaultsTable(System.out);
        int rounds = args.length == 0 ? 5 : Integer.parseInt(args[0]);
        for (int round = 0; round < rounds; round++) {
            table.round(round);
        }
        table.print();
    }

    /** One cluster for all that can be mended; each engine goes first in turn. A DataNode stays dead, so it is last. */
    private void round(int round) throws IOException {
        try (FaultWorld world = FaultWorld.start()) {
            for (Fault fault : List.of(Fault.NONE, Fault.EXECUTOR, Fault.NAME_NODE)) {
                run(world, fault, round % 2);
                run(world, fault, 1 - round % 2);
            }
            run(world, Fault.DATA_NODE, round % 2);
        }
        try (FaultWorld world = FaultWorld.start()) {
            run(world, Fault.DATA_NODE, 1 - round % 2);
        }
    }

    private void run(FaultWorld world, Fault fault, int engine) throws IOException {
        Times of = times.get(fault).get(engine);
        FaultWorld.Ended ended = world.run(
                ENGINES[engine], (cluster, conductor) -> of.handedOut().add(fault.happen(cluster, conductor)));
        if (ended.result() != world.expected() || ended.exitCode() != 0) {
            throw new IllegalStateException("wrong result where " + fault.text + " fails:\n" + ended.log());
        }
        of.ended().add(ended.nanos());
    }

    private void print() {
        out.printf("Medians [least to most]. Tiercel may cost spark.tiercel.locate.budget a stage: 100 ms.%n");
        out.printf(
                "| what fails | first wave, stock | first wave, trident | job, stock | job, trident | difference |%n");
        out.printf("| --- | --- | --- | --- | --- | --- |%n");
        times.forEach((fault, engines) -> {
            Times stock = engines.get(0);
            Times ours = engines.get(1);
            out.printf(
                    "| %s | %s ms | %s ms | %s ms | %s ms | %+d ms |%n",
                    fault.text,
                    spread(stock.handedOut()),
                    spread(ours.handedOut()),
                    spread(stock.ended()),
                    spread(ours.ended()),
                    median(ours.ended()) - median(stock.ended()));
        });
    }

    private static String spread(List<Long> nanos) {
        long[] sorted = sortedMillis(nanos);
        return "%,d [%,d to %,d]".formatted(median(nanos), sorted[0], sorted[sorted.length - 1]);
    }

    private static long median(List<Long> nanos) {
        long[] sorted = sortedMillis(nanos);
        return sorted[(sorted.length - 1) / 2];
    }

    private static long[] sortedMillis(List<Long> nanos) {
        return Arrays.stream(
                        nanos.stream().mapToLong(TimeUnit.NANOSECONDS::toMillis).toArray())
                .sorted()
                .toArray();
    }
}
