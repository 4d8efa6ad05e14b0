package io.tiercel.bench.faults;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the same job under each fault, on stock Spark and under Tiercel in turn, and prints how long each run took, and what comes of them. Arguments: how many
 * rounds, 5 by default; then the faults, all by default.
 */
public final class FaultsTable {
    /** Nanoseconds of each round. */
    private record Times(List<Long> handedOut, List<Long> job, List<Long> application) {
        Times() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    private final PrintStream out;
    private final TimedFault fault;
    private final Map<Engine, Times> times = new EnumMap<>(Engine.class);

    private FaultsTable(PrintStream out, TimedFault fault) {
        this.out = out;
        this.fault = fault;
        fault.engines().forEach(engine -> times.put(engine, new Times()));
    }

    public static void main(String[] args) throws IOException {
        int rounds = args.length == 0 ? 5 : Integer.parseInt(args[0]);
        List<TimedFault> faults = args.length <= 1
                ? List.of(TimedFault.values())
                : Arrays.stream(args)
                        .skip(1)
                        .map(name ->
                                TimedFault.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')))
                        .toList();
        PrintStream out = System.out;
        for (TimedFault fault : faults) {
            FaultsTable table = new FaultsTable(out, fault);
            table.run(rounds);
            table.print();
        }
    }

    /** One cluster for all rounds of a fault that can be mended, else one for each run; engines take turns at going first. */
    private void run(int rounds) throws IOException {
        List<Engine> engines = fault.engines();
        FaultWorld world = FaultWorld.start();
        try {
            for (int run = 0; run < rounds * engines.size(); run++) {
                int round = run / engines.size();
                if (run > 0 && !fault.leavesTheClusterWhole()) {
                    world.close();
                    world = FaultWorld.start();
                }
                run(world, engines.get((run + round) % engines.size()));
            }
        } finally {
            world.close();
        }
    }

    private void run(FaultWorld world, Engine engine) throws IOException {
        Times of = times.get(engine);
        FaultWorld.Ended ended =
                world.run(engine.conf(), (cluster, conductor) -> of.handedOut().add(fault.happen(cluster, conductor)));
        if (ended.result() != world.expected() || ended.exitCode() != 0) {
            throw new IllegalStateException("wrong result under \"" + fault.text() + "\":\n" + ended.log());
        }
        of.job().add(ended.nanos());
        of.application().add(ended.applicationNanos());
        out.printf(
                "%s, %s: %,d, %,d, %,d ms%n",
                fault.text(), engine.text(), last(of.handedOut()), last(of.job()), last(of.application()));
    }

    private void print() {
        out.printf("Medians in ms [least to most].%n");
        out.printf("| what fails | under | first wave | job | application |%n| --- | --- | --- | --- | --- |%n");
        times.forEach((engine, of) -> out.printf(
                "| %s | %s | %s | %s | %s |%n",
                fault.text(), engine.text(), spread(of.handedOut()), spread(of.job()), spread(of.application())));
    }

    private static long last(List<Long> nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos.get(nanos.size() - 1));
    }

    private static String spread(List<Long> nanos) {
        long[] sorted = nanos.stream()
                .mapToLong(TimeUnit.NANOSECONDS::toMillis)
                .sorted()
                .toArray();
        return "%,d [%,d to %,d]".formatted(sorted[(sorted.length - 1) / 2], sorted[0], sorted[sorted.length - 1]);
    }
}
