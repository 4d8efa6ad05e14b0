package io.tiercel.demo.prefetch;

import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The scene's claims about times and bytes of whole jobs. */
record PrefetchClaims(TrialResults results, RunProgramme programme) {
    /** Bound of the wasted share of what is brought in (Trident, section 7.4). */
    private static final double MOST_WASTED = 0.04;

    /** Longest time of small classes, as a multiple of the time with everything in memory (likewise). */
    private static final double NEAR = 1.03;

    private static final String AGAINST = "%.2f s (%.2f-%.2f)";

    List<ReportClaim> claims() {
        return List.of(
                wasted(),
                small(),
                neverWorse(
                        "classes-never-slower",
                        "Every class is at least as fast as without prefetching, within the spread",
                        PrefetchTarget::isClass),
                neverWorse(
                        "applications-never-slower",
                        "Every application is at least as fast as without prefetching, within the spread",
                        target -> !target.isClass()),
                ReportClaim.sameResults(results.fingerprints()));
    }

    private List<PrefetchTarget> targets(Predicate<PrefetchTarget> which) {
        return programme.targets().stream().filter(which).toList();
    }

    private ReportClaim wasted() {
        List<PrefetchTarget> classes = targets(PrefetchTarget::isClass);
        double most = programme.treatments().stream()
                .filter(PrefetchTreatment::plans)
                .flatMap(treatment -> classes.stream().map(target -> results.wasted(treatment, target)))
                .mapToDouble(share -> share.orElse(0))
                .max()
                .orElse(0);
        return ReportClaim.of(
                "little-wasted",
                "Under 4% of what cost brings into memory is wasted, in every class",
                most,
                Relation.BELOW,
                MOST_WASTED,
                text("%.1f%%", 100 * most),
                programme.treatments().stream()
                        .filter(PrefetchTreatment::isAnnounced)
                        .map(treatment -> treatment.id() + ": "
                                + each(classes, target -> share(results.wasted(treatment, target))))
                        .collect(Collectors.joining("; ")));
    }

    private static String share(OptionalDouble share) {
        return share.isPresent() ? text("%.1f%%", 100 * share.getAsDouble()) : "nothing brought in";
    }

    private ReportClaim small() {
        List<PrefetchTarget> small = targets(PrefetchTarget::isSmall);
        double worst = worst(small, target -> results.ratio(PrefetchTreatment.COST, target, PrefetchTreatment.ORACLE));
        return ReportClaim.of(
                "small-near-memory",
                "Small classes within 3% of everything in memory",
                worst,
                Relation.AT_MOST,
                NEAR,
                text("%+.1f%%", 100 * (worst - 1)),
                each(small, target -> against(target, PrefetchTreatment.ORACLE)));
    }

    /** The median of cost against the longest run of none; the other way round it could be chance. */
    private ReportClaim neverWorse(String name, String claim, Predicate<PrefetchTarget> which) {
        List<PrefetchTarget> targets = targets(which);
        double worst = worst(targets, target -> results.ratio(PrefetchTreatment.COST, target, PrefetchTreatment.NONE));
        return ReportClaim.of(
                name,
                claim,
                worst(
                        targets,
                        target ->
                                results.seconds(PrefetchTreatment.COST, target).median()
                                        / results.seconds(PrefetchTreatment.NONE, target)
                                                .max()),
                Relation.AT_MOST,
                1,
                text("%.2f× as fast", 1 / worst),
                each(targets, target -> against(target, PrefetchTreatment.NONE)));
    }

    private static double worst(List<PrefetchTarget> targets, ToDoubleFunction<PrefetchTarget> ratio) {
        return targets.stream().mapToDouble(ratio).max().orElse(Double.NaN);
    }

    private String against(PrefetchTarget target, PrefetchTreatment other) {
        return results.seconds(PrefetchTreatment.COST, target).text(AGAINST, 1) + " against "
                + results.seconds(other, target).text(AGAINST, 1);
    }

    private static String each(List<PrefetchTarget> targets, Function<PrefetchTarget, String> what) {
        return targets.stream()
                .map(target -> target.id() + " " + what.apply(target))
                .collect(Collectors.joining(", "));
    }
}
