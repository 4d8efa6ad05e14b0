package io.tiercel.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of one kind of stage's models, as a file of its own.
 *
 * @param kind the kind of stage
 * @param numbers the state of each model, by the model's name
 */
public record StageModelRecord(String kind, Map<String, List<Double>> numbers) {
    /** Files of another version hold other numbers; a file that does not say its version is of version 1. */
    private static final int VERSION = 2;

    public StageModelRecord {
        Map<String, List<Double>> copies = new LinkedHashMap<>();
        numbers.forEach((name, list) -> copies.put(name, List.copyOf(list)));
        numbers = Collections.unmodifiableMap(copies);
    }

    public List<Double> of(String name) {
        return numbers.getOrDefault(name, List.of());
    }

    /** One line, without its end. */
    public String text() {
        ObjectNode line = JsonLine.object().put(RecordVersion.KEY, VERSION).put("kind", kind);
        ObjectNode models = line.putObject("numbers");
        numbers.forEach((name, list) -> {
            ArrayNode array = models.putArray(name);
            list.forEach(array::add);
        });
        return line.toString();
    }

    /**
     * Reads what {@link #text} wrote; skips keys that it does not write.
     *
     * @throws MalformedRecordException if {@code text} is not that, or of another version
     */
    public static StageModelRecord parse(String text) throws MalformedRecordException {
        return JsonValue.read(text, json -> {
            String kind = json.text("kind", "");
            int version = json.integer(RecordVersion.KEY, 1);
            if (version != VERSION) {
                throw new IllegalArgumentException("version: expected " + VERSION + ", got " + version);
            }
            JsonValue numbers = json.find("numbers", "numbers by the name of their model");
            return new StageModelRecord(
                    kind, numbers == null ? Map.of() : numbers.fields(list -> list.list(JsonValue::number)));
        });
    }
}
