package io.tiercel.bench.demo.prefetch;

import io.tiercel.bench.demo.report.Spread;
import io.tiercel.bench.demo.report.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the scene must show. */
final class Claims {
    /** Of what is brought in, what may be wasted (Trident, section 7.4). */
    private static final double MOST_WASTED = 0.04;
    /** Against everything in memory (likewise). */
    private static final double NEAR = 1.03;

    private final Results results;
    private final Programme programme;
    private final Joins joins;

    Claims(Results results, Programme programme, Joins joins) {
        this.results = results;
        this.programme = programme;
        this.joins = joins;
    }

    List<Verdict> verdicts() {
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(wasted());
        verdicts.add(small());
        verdicts.add(neverWorse(
                "Every class is at least as fast as without prefetching, within the spread", Claims::isClass));
        verdicts.add(neverWorse(
                "Every application is, too", target -> target.sizeClass().isEmpty()));
        verdicts.add(new Delays(results, programme).verdict());
        verdicts.addAll(new Errors(results, programme).verdicts());
        verdicts.add(joins.verdict());
        verdicts.add(sameResults());
        return verdicts;
    }

    Verdict sameResults() {
        return Verdict.ofSameResults(results.fingerprints());
    }

    private static boolean isClass(Target target) {
        return target.sizeClass().isPresent();
    }

    private List<Target> targets(Predicate<Target> which) {
        return programme.targets().stream().filter(which).toList();
    }

    private List<Treatment> ours() {
        return programme.treatments().stream().filter(Treatment::plans).toList();
    }

    private Verdict wasted() {
        List<Target> classes = targets(Claims::isClass);
        double most = classes.stream()
                .flatMap(target -> ours().stream().map(treatment -> results.wasted(treatment, target)))
                .mapToDouble(share -> share.orElse(0))
                .max()
                .orElse(0);
        return new Verdict(
                "Under 4% of what ours brings into memory is wasted, in every class",
                text("%.1f%%", 100 * most),
                programme.treatments().stream()
                        .filter(Treatment::asks)
                        .map(treatment -> treatment.id() + ": "
                                + each(classes, target -> percent(results.wasted(treatment, target))))
                        .collect(Collectors.joining("; ")),
                most < MOST_WASTED);
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? text("%.1f%%", 100 * share.getAsDouble()) : "nothing brought in";
    }

    private Verdict small() {
        List<Target> small =
                targets(target -> target.sizeClass().map(SizeClass::small).orElse(false));
        double worst = small.stream()
                .mapToDouble(target -> results.ratio(Treatment.OURS, target, Treatment.ORACLE))
                .max()
                .orElse(Double.NaN);
        return new Verdict(
                "Small classes within 3% of everything in memory",
                text("%+.1f%%", 100 * (worst - 1)),
                each(small, target -> against(target, Treatment.ORACLE)),
                worst <= NEAR);
    }

    private Verdict neverWorse(String claim, Predicate<Target> which) {
        List<Target> targets = targets(which);
        double worst = targets.stream()
                .mapToDouble(target -> results.ratio(Treatment.OURS, target, Treatment.NONE))
                .max()
                .orElse(Double.NaN);
        return new Verdict(
                claim,
                text("%.2f×", 1 / worst),
                each(targets, target -> against(target, Treatment.NONE)),
                targets.stream().allMatch(this::withinSpread));
    }

    /** Ours' median is no longer than the longest run of none; the other way round it could be chance. */
    private boolean withinSpread(Target target) {
        return results.seconds(Treatment.OURS, target).median()
                <= results.seconds(Treatment.NONE, target).max();
    }

    private String against(Target target, Treatment other) {
        Spread ours = results.seconds(Treatment.OURS, target);
        Spread theirs = results.seconds(other, target);
        return text(
                "%.2f s (%.2f-%.2f) against %.2f s (%.2f-%.2f)",
                ours.median(), ours.min(), ours.max(), theirs.median(), theirs.min(), theirs.max());
    }

    private static String each(List<Target> targets, Function<Target, String> what) {
        return targets.stream()
                .map(target -> target.id() + " " + what.apply(target))
                .collect(Collectors.joining(", "));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
