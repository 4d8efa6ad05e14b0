package io.tiercel.bench.demo.prefetch;

import io.tiercel.bench.demo.jobs.BenchJob;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is run.
 *
 * @param treatments all of them, each once in each round
 * @param targets all of them, under every treatment
 * @param teaching whether a first round, of ours alone, only teaches the models
 * @param joins how often in each round a join is run that is planned for together, and as often stage by stage
 */
record Programme(List<Treatment> treatments, List<Target> targets, boolean teaching, int joins) {
    /** Beside the targets. */
    static final Target JOIN = Target.of(BenchJob.LATE_JOIN);

    private static final int JOINS = 3;

    /** Spark's side cannot hold first tasks back yet, nor plan a query stage by stage: not played, and reported as not shown. */
    private static final boolean DELAYS = false;

    static Programme of(boolean quick) {
        return quick
                ? new Programme(
                        List.of(Treatment.NONE, Treatment.ALL, Treatment.OURS, Treatment.ORACLE),
                        targets(
                                List.of(SizeClass.A, SizeClass.C, SizeClass.E),
                                List.of(BenchJob.WORD_COUNT, BenchJob.JOIN)),
                        false,
                        0)
                : new Programme(
                        Arrays.stream(Treatment.values())
                                .filter(treatment -> DELAYS || treatment != Treatment.DELAYED)
                                .toList(),
                        targets(Arrays.asList(SizeClass.values()), BenchJob.applications()),
                        true,
                        DELAYS ? JOINS : 0);
    }

    private static List<Target> targets(List<SizeClass> classes, List<BenchJob> applications) {
        return Stream.concat(
                        classes.stream().map(Target::of), applications.stream().map(Target::of))
                .toList();
    }

    /** Everything of which data is needed. */
    List<Target> all() {
        return Stream.concat(targets.stream(), Stream.of(JOIN)).toList();
    }

    /** How often anything is run. */
    long runs(int rounds) {
        long once = targets.stream().mapToInt(Target::times).sum();
        long compared = treatments.size() * once + (long) joins * JoinPlanning.values().length;
        return rounds * compared + (teaching ? targets.size() : 0);
    }
}
