package io.tiercel.demo.prefetch;

import io.tiercel.demo.data.SizeClass;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.prefetch.JoinResults.JoinPlanning;
import io.tiercel.demo.run.RunOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is run. Claims are about none, cost with and without delay, plan, and everything in memory, so these are run as often as there
 * are rounds; all and Ignem are there to be looked at, and run once. Delays are a matter of the classes of a middling size.
 *
 * @param teaching whether a first round, of cost alone, only teaches the models
 * @param joins how often in the last round a join is run that is planned for together, and as often stage by stage
 * @param whole whether every target is run under every treatment in every round
 */
record RunProgramme(
        List<PrefetchTreatment> treatments, List<PrefetchTarget> targets, boolean teaching, int joins, boolean whole) {
    /** Beside the targets. */
    static final PrefetchTarget JOIN = PrefetchTarget.of(SparkJob.LATE_JOIN);

    private static final int JOINS = 3;
    private static final int TEACHING = 0;

    /**
     * What one application runs.
     *
     * @param round counted from 1; 0 for what only teaches
     * @param passes how often all of them, one round after the other
     */
    record Play(int round, PrefetchTreatment treatment, List<PrefetchTarget> targets, int passes) {
        List<PrefetchTarget> runs() {
            return Collections.nCopies(passes, targets).stream()
                    .flatMap(List::stream)
                    .toList();
        }

        List<Integer> rounds() {
            return IntStream.range(0, passes * targets.size())
                    .mapToObj(run -> round + run / targets.size())
                    .toList();
        }
    }

    static RunProgramme of(boolean quick) {
        return quick
                ? new RunProgramme(
                        List.of(
                                PrefetchTreatment.NONE,
                                PrefetchTreatment.COST,
                                PrefetchTreatment.PLAN,
                                PrefetchTreatment.ORACLE),
                        targets(List.of(SizeClass.A, SizeClass.E), List.of(SparkJob.WORD_COUNT)),
                        false,
                        0,
                        true)
                : new RunProgramme(
                        Arrays.asList(PrefetchTreatment.values()),
                        targets(Arrays.asList(SizeClass.values()), SparkJob.applications()),
                        true,
                        JOINS,
                        false);
    }

    private static List<PrefetchTarget> targets(List<SizeClass> classes, List<SparkJob> applications) {
        return Stream.concat(
                        classes.stream().map(PrefetchTarget::of),
                        applications.stream().map(PrefetchTarget::of))
                .toList();
    }

    List<PrefetchTarget> all() {
        return Stream.concat(targets.stream(), Stream.of(JOIN)).toList();
    }

    List<Play> plays(int rounds, long seed) {
        List<Play> plays = new ArrayList<>();
        if (teaching) {
            plays.add(new Play(TEACHING, PrefetchTreatment.COST, classes(PrefetchTreatment.COST), 1));
        }
        // Two rounds by one application: starting and warming up takes it as long as a round.
        int together = whole ? 1 : 2;
        for (int round = 1; round <= rounds; round += together) {
            int passes = Math.min(together, rounds - round + 1);
            for (PrefetchTreatment treatment : RunOrder.order(treatments, round, seed)) {
                if (whole) {
                    plays.add(new Play(round, treatment, repeated(targets), passes));
                } else if (treatment.isClaimed()) {
                    plays.add(new Play(round, treatment, repeated(classes(treatment)), passes));
                } else if (round == 1) {
                    plays.add(new Play(round, treatment, classes(treatment), 1));
                }
            }
        }
        if (!whole) {
            List<PrefetchTarget> applications =
                    targets.stream().filter(target -> !target.isClass()).toList();
            RunOrder.order(treatments, rounds, seed).stream()
                    .filter(treatment -> treatment == PrefetchTreatment.NONE || treatment == PrefetchTreatment.COST)
                    .forEach(treatment -> plays.add(new Play(1, treatment, applications, rounds)));
        }
        return plays;
    }

    private List<PrefetchTarget> classes(PrefetchTreatment treatment) {
        return targets.stream()
                .filter(target -> treatment == PrefetchTreatment.COST_DELAY ? target.isMiddle() : target.isClass())
                .toList();
    }

    private static List<PrefetchTarget> repeated(List<PrefetchTarget> targets) {
        return targets.stream()
                .flatMap(target -> Collections.nCopies(target.times(), target).stream())
                .toList();
    }

    long runs(int rounds, long seed) {
        return plays(rounds, seed).stream().mapToInt(play -> play.runs().size()).sum()
                + (long) joins * JoinPlanning.values().length;
    }
}
