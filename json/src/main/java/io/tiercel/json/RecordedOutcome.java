package io.tiercel.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tiercel.json.PlanRecords.About;
import io.tiercel.prefetch.PrefetchOutcome;

/**
 * The outcome of a plan, as {@link PlanRecords} writes it.
 *
 * @param about the stage that it was made for
 * @param outcome what became of the plan
 */
public record RecordedOutcome(About about, PrefetchOutcome outcome) {
    /**
     * Reads a record of kind {@link RecordKind#OUTCOME}; skips keys that it does not know.
     *
     * @throws MalformedRecordException if {@code text} is no such record
     */
    public static RecordedOutcome parse(String text) throws MalformedRecordException {
        return JsonValue.read(text, json -> {
            RecordVersion.check(json);
            return new RecordedOutcome(PlanRecords.about(json), outcome(json));
        });
    }

    private static PrefetchOutcome outcome(JsonValue json) {
        return new PrefetchOutcome(
                json.integer("taken", 0),
                json.integer("used", 0),
                json.integer("late", 0),
                json.integer("unread", 0),
                json.wholeNumber("bytes", 0),
                json.number("seconds", Double.NaN),
                json.number("predictedSeconds", Double.NaN),
                json.number("secondsWithout", Double.NaN),
                json.number("prefetchedSeconds", Double.NaN),
                json.number("predictedPrefetchedSeconds", Double.NaN),
                json.number("computingSeconds", Double.NaN),
                json.number("predictedComputingSeconds", Double.NaN),
                json.number("factor", 1),
                json.number("prefetchedFactor", 1));
    }

    void write(ObjectNode json) {
        json.put("taken", outcome.taken());
        json.put("used", outcome.used());
        json.put("late", outcome.late());
        json.put("unread", outcome.unread());
        json.put("bytes", outcome.bytes());
        json.set("seconds", JsonLine.number(outcome.seconds()));
        json.set("predictedSeconds", JsonLine.number(outcome.predictedSeconds()));
        json.set("secondsWithout", JsonLine.number(outcome.secondsWithout()));
        json.set("prefetchedSeconds", JsonLine.number(outcome.prefetchedSeconds()));
        json.set("predictedPrefetchedSeconds", JsonLine.number(outcome.predictedPrefetchedSeconds()));
        json.set("computingSeconds", JsonLine.number(outcome.computingSeconds()));
        json.set("predictedComputingSeconds", JsonLine.number(outcome.predictedComputingSeconds()));
        json.set("factor", JsonLine.number(outcome.factor()));
        json.set("prefetchedFactor", JsonLine.number(outcome.prefetchedFactor()));
    }
}
