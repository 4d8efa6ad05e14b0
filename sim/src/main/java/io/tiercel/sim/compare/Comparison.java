package io.tiercel.sim.compare;

import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.scenario.ScenarioFile;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.TDistribution;

/** The policies of a scenario, compared: an outcome for each, in their order. */
public record Comparison(ScenarioFile study, List<Outcome> outcomes) {
    public Comparison {
        outcomes = List.copyOf(outcomes);
    }

    /** The runs of a policy, one for each seed, in their order. */
    public record Outcome(String policy, List<Run> runs) {
        public Outcome {
            runs = List.copyOf(runs);
        }

        public MeanEstimate estimate(Metric measure) {
            return MeanEstimate.of(
                    runs.stream().mapToDouble(run -> run.value(measure)).toArray());
        }
    }

    /**
     * The values of a run.
     *
     * @param values in the order of {@link Metric}
     * @param decisions how often the policy was asked
     * @param failures failed jobs, each with its reason, in the order in which they failed
     */
    public record Run(
            long seed,
            int jobs,
            List<Double> values,
            long decisions,
            long events,
            String digest,
            List<String> failures) {
        public Run {
            values = List.copyOf(values);
            failures = List.copyOf(failures);
        }

        public static Run of(long seed, RunResult result) {
            List<Double> values = List.of(Metric.values()).stream()
                    .map(each -> each.of(result))
                    .toList();
            return new Run(
                    seed,
                    result.jobs().size(),
                    values,
                    result.decisions(),
                    result.log().lines(),
                    result.log().sha256(),
                    result.jobs().stream()
                            .flatMap(job ->
                                    job.failure().stream().map(why -> job.job().name() + ": " + why))
                            .toList());
        }

        public double value(Metric measure) {
            return values.get(measure.ordinal());
        }
    }

    /** By how many percent jobs take longer on average than under the first policy, seed by seed; empty for the first. */
    public Optional<MeanEstimate> againstFirst(Outcome outcome) {
        Outcome first = outcomes.get(0);
        if (outcome == first) {
            return Optional.empty();
        }
        double[] percents = new double[outcome.runs().size()];
        for (int r = 0; r < percents.length; r++) {
            double base = first.runs().get(r).value(Metric.MEAN_JOB);
            percents[r] = base == 0 ? 0 : 100 * (outcome.runs().get(r).value(Metric.MEAN_JOB) / base - 1);
        }
        return Optional.of(MeanEstimate.of(percents));
    }

    /**
     * A mean over seeds with its interval of 95% confidence.
     *
     * @param halfWidth half the width of the interval around the mean; NaN for a single seed
     */
    public record MeanEstimate(double mean, double halfWidth) {
        private static final double QUANTILE = 0.975;

        /** The interval is that of Student's t distribution. */
        public static MeanEstimate of(double[] values) {
            int n = values.length;
            double mean = Mean.of(values).getAsDouble();
            if (n < 2) {
                return new MeanEstimate(mean, Double.NaN);
            }
            double quantile = TDistribution.of(n - 1).inverseCumulativeProbability(QUANTILE);
            return new MeanEstimate(
                    mean, quantile * StandardDeviation.of(values).getAsDouble() / Math.sqrt(n));
        }

        public boolean hasInterval() {
            return !Double.isNaN(halfWidth);
        }

        /** The mean and, if there is one, the interval: {@code 12.3 ±0.4}. */
        public String text() {
            return hasInterval() ? number(mean) + " ±" + number(halfWidth) : number(mean);
        }

        public String signedText() {
            return (mean > 0 ? "+" : "") + text();
        }

        private static String number(double value) {
            double size = Math.abs(value);
            return String.format(
                    Locale.ROOT, size >= 1_000 ? "%,.0f" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
        }
    }
}
