package io.tiercel.demo.prefetch;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the scene must show. */
final class PrefetchClaims {
    /** Of what is brought in, what may be wasted (Trident, section 7.4). */
    private static final double MOST_WASTED = 0.04;
    /** Against everything in memory (likewise). */
    private static final double NEAR = 1.03;

    private final TrialResults results;
    private final RunProgramme programme;
    private final JoinResults joins;

    PrefetchClaims(TrialResults results, RunProgramme programme, JoinResults joins) {
        this.results = results;
        this.programme = programme;
        this.joins = joins;
    }

    List<ReportClaim> verdicts() {
        List<ReportClaim> verdicts = new ArrayList<>();
        verdicts.add(wasted());
        verdicts.add(small());
        verdicts.add(neverWorse(
                "Every class is at least as fast as without prefetching, within the spread", PrefetchClaims::isClass));
        verdicts.add(neverWorse(
                "Every application is, too", target -> target.sizeClass().isEmpty()));
        verdicts.add(new DelayResults(results, programme).verdict());
        verdicts.addAll(new PredictionErrors(results, programme).verdicts());
        verdicts.add(joins.verdict());
        verdicts.add(sameResults());
        return verdicts;
    }

    ReportClaim sameResults() {
        return ReportClaim.ofSameResults(results.fingerprints());
    }

    private static boolean isClass(PrefetchTarget target) {
        return target.sizeClass().isPresent();
    }

    private List<PrefetchTarget> targets(Predicate<PrefetchTarget> which) {
        return programme.targets().stream().filter(which).toList();
    }

    private List<PrefetchTreatment> ours() {
        return programme.treatments().stream().filter(PrefetchTreatment::plans).toList();
    }

    private ReportClaim wasted() {
        List<PrefetchTarget> classes = targets(PrefetchClaims::isClass);
        double most = classes.stream()
                .flatMap(target -> ours().stream().map(treatment -> results.wasted(treatment, target)))
                .mapToDouble(share -> share.orElse(0))
                .max()
                .orElse(0);
        return new ReportClaim(
                "Under 4% of what ours brings into memory is wasted, in every class",
                text("%.1f%%", 100 * most),
                programme.treatments().stream()
                        .filter(PrefetchTreatment::asks)
                        .map(treatment -> treatment.id() + ": "
                                + each(classes, target -> percent(results.wasted(treatment, target))))
                        .collect(Collectors.joining("; ")),
                most < MOST_WASTED);
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? text("%.1f%%", 100 * share.getAsDouble()) : "nothing brought in";
    }

    private ReportClaim small() {
        List<PrefetchTarget> small =
                targets(target -> target.sizeClass().map(SizeClassJob::small).orElse(false));
        double worst = small.stream()
                .mapToDouble(target -> results.ratio(PrefetchTreatment.OURS, target, PrefetchTreatment.ORACLE))
                .max()
                .orElse(Double.NaN);
        return new ReportClaim(
                "Small classes within 3% of everything in memory",
                text("%+.1f%%", 100 * (worst - 1)),
                each(small, target -> against(target, PrefetchTreatment.ORACLE)),
                worst <= NEAR);
    }

    private ReportClaim neverWorse(String claim, Predicate<PrefetchTarget> which) {
        List<PrefetchTarget> targets = targets(which);
        double worst = targets.stream()
                .mapToDouble(target -> results.ratio(PrefetchTreatment.OURS, target, PrefetchTreatment.NONE))
                .max()
                .orElse(Double.NaN);
        return new ReportClaim(
                claim,
                text("%.2f×", 1 / worst),
                each(targets, target -> against(target, PrefetchTreatment.NONE)),
                targets.stream().allMatch(this::withinSpread));
    }

    /** Ours' median is no longer than the longest run of none; the other way round it could be chance. */
    private boolean withinSpread(PrefetchTarget target) {
        return results.seconds(PrefetchTreatment.OURS, target).median()
                <= results.seconds(PrefetchTreatment.NONE, target).max();
    }

    private String against(PrefetchTarget target, PrefetchTreatment other) {
        Spread ours = results.seconds(PrefetchTreatment.OURS, target);
        Spread theirs = results.seconds(other, target);
        return text(
                "%.2f s (%.2f-%.2f) against %.2f s (%.2f-%.2f)",
                ours.median(), ours.min(), ours.max(), theirs.median(), theirs.min(), theirs.max());
    }

    private static String each(List<PrefetchTarget> targets, Function<PrefetchTarget, String> what) {
        return targets.stream()
                .map(target -> target.id() + " " + what.apply(target))
                .collect(Collectors.joining(", "));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
