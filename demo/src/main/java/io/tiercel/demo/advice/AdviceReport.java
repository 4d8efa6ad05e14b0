package io.tiercel.demo.advice;

import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.demo.advice.PrintedAdvice.Bounds;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportClaim.Relation;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Spread;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.sharedstorage.LinkSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Sets measured gains beside the bounds that {@code tiercel advise} has printed. */
final class AdviceReport {
    private static final String AT_MOST = "No application gains more than at most";
    private static final String AT_LEAST = "No application gains less than at least";
    private static final String ABOVE_ZERO = "Some lower bounds are above 0";

    private static final String INSIDE = "yes";
    private static final String WITHIN_NOISE = "within noise";

    private final DemoSettings settings;
    private final LinkSettings link;
    private final StatedTiers stated;
    private final Trials<AdviceTrial> trials;
    private final List<MeasuredGain> gains = new ArrayList<>();

    /** @param bounds by application and means, one for each round */
    AdviceReport(
            DemoSettings settings,
            LinkSettings link,
            StatedTiers stated,
            Map<AdvisedApplication, Map<String, List<Bounds>>> bounds,
            List<AdviceTrial> trials) {
        this.settings = settings;
        this.link = link;
        this.stated = stated;
        this.trials = new Trials<>(trials);
        for (AdvisedApplication application : AdvisedApplication.values()) {
            bounds.get(application).forEach((means, printed) -> {
                Trials<AdviceTrial> with = of(application, means);
                Trials<AdviceTrial> without = of(application, without(means));
                if (!with.all().isEmpty() && !without.all().isEmpty()) {
                    gains.add(MeasuredGain.of(application, means, printed, without, with));
                }
            });
        }
    }

    /** The treatment with which a means is compared. The lines of prefetching put tasks in place as well, and its bounds are beyond that. */
    static String without(String means) {
        return means.equals("prefetch") ? "placement" : AdvisedRuns.STOCK;
    }

    private Trials<AdviceTrial> of(AdvisedApplication application, String treatment) {
        return trials.where(
                trial -> trial.application() == application && trial.treatment().equals(treatment));
    }

    /**
     * One application with the lines of one means.
     *
     * @param least at least, by the advice on the median round
     * @param most at most, likewise
     * @param without seconds without the means
     * @param otherWithout seconds before and after the job
     * @param gain seconds by which the application is shorter with the means than by the mean of the same round's runs without
     * @param noise seconds by which two runs without the means differ, in the median over the rounds
     */
    record MeasuredGain(
            AdvisedApplication application,
            String means,
            double least,
            double most,
            Spread without,
            Spread with,
            Spread otherWithout,
            Spread otherWith,
            Spread gain,
            double noise) {
        static MeasuredGain of(
                AdvisedApplication application,
                String means,
                List<Bounds> printed,
                Trials<AdviceTrial> without,
                Trials<AdviceTrial> with) {
            return new MeasuredGain(
                    application,
                    means,
                    Spread.of(printed.stream().map(Bounds::least).toList()).median(),
                    Spread.of(printed.stream().map(Bounds::most).toList()).median(),
                    without.spread(AdviceTrial::seconds),
                    with.spread(AdviceTrial::seconds),
                    without.spread(AdviceTrial::otherSeconds),
                    with.spread(AdviceTrial::otherSeconds),
                    with.spread(trial -> without.where(each -> each.round() == trial.round()).stream()
                                    .mapToDouble(AdviceTrial::seconds)
                                    .average()
                                    .orElseThrow()
                            - trial.seconds()),
                    noise(without));
        }

        private static double noise(Trials<AdviceTrial> equal) {
            return Spread.of(equal.stream()
                            .collect(Collectors.groupingBy(
                                    AdviceTrial::round, Collectors.summarizingDouble(AdviceTrial::seconds)))
                            .values()
                            .stream()
                            .map(round -> round.getMax() - round.getMin())
                            .toList())
                    .median();
        }

        /** Seconds by which the median gain is above the upper bound and the noise; negative if it is below. */
        double aboveMost() {
            return gain.median() - most - noise;
        }

        /** Seconds by which the median gain is below the lower bound and the noise; negative if it is above. */
        double belowLeast() {
            return least - gain.median() - noise;
        }

        String verdict() {
            if (aboveMost() > 0 || belowLeast() > 0) {
                return "NO";
            }
            return gain.median() >= least && gain.median() <= most ? INSIDE : WITHIN_NOISE;
        }

        String name() {
            return application.id() + " with " + means;
        }
    }

    ReportBuilder report() {
        return new ReportBuilder(
                        "advice",
                        gains.isEmpty()
                                ? "Advise named no means for any application, so no gain was measured"
                                : headline(),
                        text(
                                "Three applications over %s, alone and with the lines that tiercel advise prints, on %d"
                                        + " nodes with an SSD (%s/s), an HDD (%s/s) and %s each; S3 behind a link of %s;"
                                        + " %s.",
                                settings.size(),
                                settings.nodes(),
                                settings.ssd(),
                                settings.hdd(),
                                settings.slotsText(),
                                link,
                                settings.roundsText()))
                .settings(settings.shown("one on SSD"))
                .setting("SSD, per node", settings.ssd() + "/s")
                .setting("link to S3", link)
                .setting("stated to advise", String.join(" ", stated.options()))
                .warnings(settings.warnings())
                .claims(claims())
                .table(table())
                .table(start())
                .trials(trials.all())
                .notes();
    }

    private String headline() {
        String between = text("%d of %d gains lie between the bounds that advise prints", count(INSIDE), gains.size());
        return count(WITHIN_NOISE) == 0
                ? between
                : text("%s, %d more within the noise of equal runs", between, count(WITHIN_NOISE));
    }

    private long count(String verdict) {
        return gains.stream().filter(gain -> gain.verdict().equals(verdict)).count();
    }

    private List<ReportClaim> claims() {
        List<ReportClaim> claims = new ArrayList<>(gains.isEmpty() ? claimsWithoutGains() : claimsOfGains());
        claims.add(ReportClaim.sameResults(Arrays.stream(AdvisedApplication.values())
                .collect(Collectors.toMap(
                        AdvisedApplication::id,
                        application -> trials.where(trial -> trial.application() == application).stream()
                                .map(AdviceTrial::sha256)
                                .toList()))));
        return claims;
    }

    private static List<ReportClaim> claimsWithoutGains() {
        String why = "Advise named no means for any application";
        return List.of(
                ReportClaim.notMeasured("at-most", AT_MOST, Relation.AT_MOST, 0, why),
                ReportClaim.notMeasured("at-least", AT_LEAST, Relation.AT_MOST, 0, why),
                ReportClaim.notMeasured("above-zero", ABOVE_ZERO, Relation.AT_LEAST, 1, why));
    }

    private List<ReportClaim> claimsOfGains() {
        MeasuredGain highest = gains.stream()
                .max(Comparator.comparingDouble(MeasuredGain::aboveMost))
                .orElseThrow();
        MeasuredGain lowest = gains.stream()
                .max(Comparator.comparingDouble(MeasuredGain::belowLeast))
                .orElseThrow();
        double positive = gains.stream().filter(gain -> gain.least() > 0).count();
        return List.of(
                ReportClaim.of(
                        "at-most",
                        AT_MOST,
                        highest.aboveMost(),
                        Relation.AT_MOST,
                        0,
                        text("%.2f s", highest.aboveMost()),
                        "The median gain less the upper bound and the noise, where that is largest: " + highest.name()),
                ReportClaim.of(
                        "at-least",
                        AT_LEAST,
                        lowest.belowLeast(),
                        Relation.AT_MOST,
                        0,
                        text("%.2f s", lowest.belowLeast()),
                        "The lower bound less the median gain and the noise, where that is largest: " + lowest.name()),
                ReportClaim.of(
                        "above-zero",
                        ABOVE_ZERO,
                        positive,
                        Relation.AT_LEAST,
                        1,
                        text("%.0f of %d", positive, gains.size()),
                        "With the devices stated"));
    }

    private ReportTable table() {
        return ReportTable.of(
                        "Bounds and measured gains",
                        "Seconds of an application's job: median, and range over all runs. Without: two runs of each"
                                + " round under stock, for prefetch with the lines of placement. Gain: their mean less"
                                + " the run with the lines, by round. Noise: how much the two runs differ, in the median"
                                + " over the rounds. Within noise: the median gain is outside of the bounds by no more"
                                + " than that.",
                        gains)
                .column("application", gain -> gain.application().id())
                .column("means", MeasuredGain::means)
                .column("without s", gain -> gain.without().seconds())
                .column("with its lines s", gain -> gain.with().seconds())
                .column("at least s", gain -> text("%.2f", gain.least()))
                .column("gain s", gain -> gain.gain().seconds())
                .column("at most s", gain -> text("%.2f", gain.most()))
                .column("noise s", gain -> text("%.2f", gain.noise()))
                .column("holds", MeasuredGain::verdict)
                .build();
    }

    private ReportTable start() {
        return ReportTable.of(
                        "Start and end",
                        "Seconds that an application ran before and after its job, by its event log. No bound is about"
                                + " them.",
                        gains)
                .column("application", gain -> gain.application().id())
                .column("means", MeasuredGain::means)
                .column("without s", gain -> gain.otherWithout().seconds())
                .column("with its lines s", gain -> gain.otherWith().seconds())
                .build();
    }

    /**
     * One application, run once.
     *
     * @param treatment a means, or {@code stock}
     * @param seconds from the job's call to its result
     * @param otherSeconds that the application ran before and after, by its event log
     * @param servedBytes by the DataNodes from {@code SSD}, {@code HDD} and {@code PAGE_CACHE}; by S3 over its {@code LINK}
     */
    record AdviceTrial(
            AdvisedApplication application,
            String treatment,
            int round,
            double seconds,
            double otherSeconds,
            Map<String, Long> servedBytes,
            String sha256) {
        AdviceTrial {
            servedBytes = Map.copyOf(servedBytes);
        }
    }
}
