package io.tiercel.json;

import io.tiercel.json.PlanRecords.About;
import io.tiercel.prefetch.PrefetchOutcome;
import java.io.IOException;

/**
 * What came of a plan, as {@link PlanRecords} wrote it.
 *
 * @param about whose it is
 * @param outcome what came of it
 */
public record RecordedOutcome(About about, PrefetchOutcome outcome) {
    /**
     * Reads a record of kind {@link RecordKind#OUTCOME}; keys that it does not know are passed over.
     *
     * @throws MalformedRecordException if {@code text} is not that
     */
    public static RecordedOutcome parse(String text) throws MalformedRecordException {
        Parts parts = new Parts();
        return RecordFields.read(text, parts::field, parts::outcome);
    }

    private static final class Parts {
        private final AboutFields about = new AboutFields();
        private int taken;
        private int used;
        private int late;
        private int unread;
        private long bytes;
        private double seconds = Double.NaN;
        private double predictedSeconds = Double.NaN;
        private double secondsWithout = Double.NaN;
        private double prefetchedSeconds = Double.NaN;
        private double predictedPrefetchedSeconds = Double.NaN;
        private double computingSeconds = Double.NaN;
        private double predictedComputingSeconds = Double.NaN;
        private double factor = 1;
        private double prefetchedFactor = 1;

        void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
            switch (name) {
                case "taken" -> taken = json.integer("taken: a whole number");
                case "used" -> used = json.integer("used: a whole number");
                case "late" -> late = json.integer("late: a whole number");
                case "unread" -> unread = json.integer("unread: a whole number");
                case "bytes" -> bytes = json.wholeNumber("bytes: a whole number");
                case "seconds" -> seconds = seconds(name, json);
                case "predictedSeconds" -> predictedSeconds = seconds(name, json);
                case "secondsWithout" -> secondsWithout = seconds(name, json);
                case "prefetchedSeconds" -> prefetchedSeconds = seconds(name, json);
                case "predictedPrefetchedSeconds" -> predictedPrefetchedSeconds = seconds(name, json);
                case "computingSeconds" -> computingSeconds = seconds(name, json);
                case "predictedComputingSeconds" -> predictedComputingSeconds = seconds(name, json);
                case "factor" -> factor = json.number("factor: a number");
                case "prefetchedFactor" -> prefetchedFactor = json.number("prefetchedFactor: a number");
                default -> about.field(name, json);
            }
        }

        private static double seconds(String name, JsonCursor json) throws IOException, MalformedRecordException {
            return json.numberOr(Double.NaN, name + ": a number or null");
        }

        RecordedOutcome outcome() {
            return new RecordedOutcome(
                    about.about(),
                    new PrefetchOutcome(
                            taken,
                            used,
                            late,
                            unread,
                            bytes,
                            seconds,
                            predictedSeconds,
                            secondsWithout,
                            prefetchedSeconds,
                            predictedPrefetchedSeconds,
                            computingSeconds,
                            predictedComputingSeconds,
                            factor,
                            prefetchedFactor));
        }
    }
}
