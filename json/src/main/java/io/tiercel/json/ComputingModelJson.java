package io.tiercel.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/**
 * What was learnt of one kind of stage, as a file of its own.
 *
 * @param kind what the model is about
 * @param state the numbers of {@link io.tiercel.prefetch.CpuTimeModel#state}: how long its tasks compute
 * @param ratios those of {@link io.tiercel.prefetch.Correction#state}: how long its stages took beside what was foretold
 * @param prefetchedRatios the same of how long it took until their last block was in memory
 */
public record ComputingModelJson(String kind, List<Double> state, List<Double> ratios, List<Double> prefetchedRatios) {
    public ComputingModelJson {
        state = List.copyOf(state);
        ratios = List.copyOf(ratios);
        prefetchedRatios = List.copyOf(prefetchedRatios);
    }

    /** One line, without its end. */
    public String text() {
        return JsonLine.of(json -> {
            json.writeStringField("kind", kind);
            numbers(json, "state", state);
            numbers(json, "ratios", ratios);
            numbers(json, "prefetchedRatios", prefetchedRatios);
        });
    }

    private static void numbers(JsonGenerator json, String name, List<Double> numbers) throws IOException {
        json.writeArrayFieldStart(name);
        for (double number : numbers) {
            json.writeNumber(number);
        }
        json.writeEndArray();
    }

    /**
     * Reads what {@link #text} wrote; keys that it does not write are passed over, and ratios may be missing.
     *
     * @throws MalformedRecordException if {@code text} is not that
     */
    public static ComputingModelJson parse(String text) throws MalformedRecordException {
        Parts parts = new Parts();
        JsonCursor.readObject(text, parts::field);
        return new ComputingModelJson(parts.kind, parts.state, parts.ratios, parts.prefetchedRatios);
    }

    private static final class Parts {
        private String kind = "";
        private List<Double> state = List.of();
        private List<Double> ratios = List.of();
        private List<Double> prefetchedRatios = List.of();

        private void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
            switch (name) {
                case "kind" -> kind = json.text("kind: a text");
                case "state" -> state = numbers(name, json);
                case "ratios" -> ratios = numbers(name, json);
                case "prefetchedRatios" -> prefetchedRatios = numbers(name, json);
                default -> json.skip();
            }
        }

        private static List<Double> numbers(String name, JsonCursor json) throws IOException, MalformedRecordException {
            return json.list(name + ": numbers", value -> value.number(name + ": numbers"));
        }
    }
}
