package io.tiercel.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was learnt of one kind of stage, as a file of its own.
 *
 * @param kind what the models are about
 * @param numbers of which they are restored, by the names that whoever restores them has given
 */
public record StageModelRecord(String kind, Map<String, List<Double>> numbers) {
    /** Files of another version hold other numbers. */
    private static final int VERSION = 2;

    public StageModelRecord {
        Map<String, List<Double>> copies = new LinkedHashMap<>();
        numbers.forEach((name, list) -> copies.put(name, List.copyOf(list)));
        numbers = Collections.unmodifiableMap(copies);
    }

    /** The numbers of that name; none if there are none. */
    public List<Double> of(String name) {
        return numbers.getOrDefault(name, List.of());
    }

    /** One line, without its end. */
    public String text() {
        return JsonLine.of(json -> {
            json.writeNumberField("version", VERSION);
            json.writeStringField("kind", kind);
            json.writeObjectFieldStart("numbers");
            for (Map.Entry<String, List<Double>> each : numbers.entrySet()) {
                write(json, each.getKey(), each.getValue());
            }
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, String name, List<Double> list) throws IOException {
        json.writeArrayFieldStart(name);
        for (double number : list) {
            json.writeNumber(number);
        }
        json.writeEndArray();
    }

    /**
     * Reads what {@link #text} wrote; keys that it does not write are passed over.
     *
     * @throws MalformedRecordException if {@code text} is not that, or of another version
     */
    public static StageModelRecord parse(String text) throws MalformedRecordException {
        Parts parts = new Parts();
        JsonCursor.readObject(text, parts::field);
        if (parts.version != VERSION) {
            throw new MalformedRecordException("version: expected " + VERSION + ", got " + parts.version, 1, 0);
        }
        return new StageModelRecord(parts.kind, parts.numbers);
    }

    private static final class Parts {
        private final Map<String, List<Double>> numbers = new LinkedHashMap<>();
        private String kind = "";

        /** That of files that do not say it. */
        private int version = 1;

        private void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
            switch (name) {
                case "version" -> version = json.integer("version: an integer");
                case "kind" -> kind = json.text("kind: a text");
                case "numbers" ->
                    json.object(
                            "numbers: an object",
                            (key, list) -> numbers.put(
                                    key,
                                    new ArrayList<>(
                                            list.list(key + ": numbers", value -> value.number(key + ": numbers")))));
                default -> json.skip();
            }
        }
    }
}
