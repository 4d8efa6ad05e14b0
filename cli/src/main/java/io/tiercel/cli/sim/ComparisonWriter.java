package io.tiercel.cli.sim;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tiercel.sim.compare.Comparison;
import io.tiercel.sim.compare.Comparison.MeanEstimate;
import io.tiercel.sim.compare.Comparison.Outcome;
import io.tiercel.sim.compare.Comparison.Run;
import io.tiercel.sim.compare.Metric;
import io.tiercel.sim.scenario.ScenarioFile;

/** A comparison as CSV and JSON. */
final class ComparisonWriter {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ComparisonWriter() {}

    /** A line for each run, below a header. */
    static String csv(Comparison comparison) {
        StringBuilder text = new StringBuilder("policy,seed,jobs");
        for (Metric measure : Metric.values()) {
            text.append(',').append(measure.key());
        }
        text.append(",decisions,events,log-sha256\n");
        for (Outcome outcome : comparison.outcomes()) {
            for (Run run : outcome.runs()) {
                text.append(quoted(outcome.policy())).append(',').append(run.seed());
                text.append(',').append(run.jobs());
                run.values().forEach(value -> text.append(',').append(value));
                text.append(',').append(run.decisions()).append(',').append(run.events());
                text.append(',').append(run.digest()).append('\n');
            }
        }
        return text.toString();
    }

    /** Quoted by RFC 4180. */
    private static String quoted(String text) {
        return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    static String json(Comparison comparison) {
        ScenarioFile study = comparison.study();
        ObjectNode all = JSON.createObjectNode()
                .put("scenario", study.title())
                .put("nodes", study.setup().cluster().nodes())
                .put("slots", study.setup().cluster().slots());
        ArrayNode policies = all.putArray("policies");
        comparison.outcomes().forEach(outcome -> policy(policies.addObject(), comparison, outcome));
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree has JSON", e);
        }
    }

    private static void policy(ObjectNode policy, Comparison comparison, Outcome outcome) {
        policy.put("name", outcome.policy());
        ObjectNode means = policy.putObject("means");
        for (Metric measure : Metric.values()) {
            estimate(means.putObject(measure.key()), outcome.estimate(measure), measure.unit());
        }
        comparison
                .againstFirst(outcome)
                .ifPresent(against -> estimate(policy.putObject("mean-job-against-first"), against, "%"));
        ArrayNode runs = policy.putArray("runs");
        outcome.runs().forEach(run -> run(runs.addObject(), run));
    }

    private static void run(ObjectNode to, Run run) {
        to.put("seed", run.seed()).put("jobs", run.jobs());
        for (Metric measure : Metric.values()) {
            to.put(measure.key(), run.value(measure));
        }
        to.put("decisions", run.decisions()).put("events", run.events()).put("log-sha256", run.digest());
        if (!run.failures().isEmpty()) {
            run.failures().forEach(to.putArray("failures")::add);
        }
    }

    private static void estimate(ObjectNode to, MeanEstimate estimate, String unit) {
        to.put("mean", estimate.mean());
        if (estimate.hasInterval()) {
            to.put("half-width-95", estimate.halfWidth());
        }
        to.put("unit", unit);
    }
}
