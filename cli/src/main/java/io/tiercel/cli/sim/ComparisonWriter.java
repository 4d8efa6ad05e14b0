package io.tiercel.cli.sim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tiercel.sim.compare.Comparison;
import io.tiercel.sim.compare.Comparison.Outcome;
import io.tiercel.sim.compare.Comparison.Run;
import io.tiercel.sim.compare.MeanEstimate;
import io.tiercel.sim.compare.Metric;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Optional;

/** A comparison as CSV and JSON. */
final class ComparisonWriter {
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
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("scenario", comparison.study().title());
            json.writeNumberField("nodes", comparison.study().setup().cluster().nodes());
            json.writeNumberField("slots", comparison.study().setup().cluster().slots());
            json.writeArrayFieldStart("policies");
            for (Outcome outcome : comparison.outcomes()) {
                policy(json, comparison, outcome);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string can be written to", e);
        }
        return text.append('\n').toString();
    }

    private static void policy(JsonGenerator json, Comparison comparison, Outcome outcome) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", outcome.policy());
        json.writeObjectFieldStart("means");
        for (Metric measure : Metric.values()) {
            json.writeFieldName(measure.key());
            estimate(json, outcome.estimate(measure), measure.unit());
        }
        json.writeEndObject();
        Optional<MeanEstimate> against = comparison.againstFirst(outcome);
        if (against.isPresent()) {
            json.writeFieldName("mean-job-against-first");
            estimate(json, against.get(), "%");
        }
        json.writeArrayFieldStart("runs");
        for (Run run : outcome.runs()) {
            json.writeStartObject();
            json.writeNumberField("seed", run.seed());
            json.writeNumberField("jobs", run.jobs());
            for (Metric measure : Metric.values()) {
                json.writeNumberField(measure.key(), run.value(measure));
            }
            json.writeNumberField("decisions", run.decisions());
            json.writeNumberField("events", run.events());
            json.writeStringField("log-sha256", run.digest());
            if (!run.failures().isEmpty()) {
                json.writeArrayFieldStart("failures");
                for (String failure : run.failures()) {
                    json.writeString(failure);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void estimate(JsonGenerator json, MeanEstimate estimate, String unit) throws IOException {
        json.writeStartObject();
        json.writeNumberField("mean", estimate.mean());
        if (estimate.hasInterval()) {
            json.writeNumberField("half-width-95", estimate.halfWidth());
        }
        json.writeStringField("unit", unit);
        json.writeEndObject();
    }
}
