package io.tiercel.json;

import java.io.IOException;
import java.util.List;

/**
 * How long the tasks of one kind of stage compute, as a file of its own.
 *
 * @param kind what the model is about
 * @param state the numbers of {@link io.tiercel.prefetch.CpuTimeModel#state}
 */
public record ComputingModelJson(String kind, List<Double> state) {
    public ComputingModelJson {
        state = List.copyOf(state);
    }

    /** One line, without its end. */
    public String text() {
        return JsonLine.of(json -> {
            json.writeStringField("kind", kind);
            json.writeArrayFieldStart("state");
            for (double number : state) {
                json.writeNumber(number);
            }
            json.writeEndArray();
        });
    }

    /**
     * Reads what {@link #text} wrote; keys that it does not write are passed over.
     *
     * @throws MalformedRecordException if {@code text} is not that
     */
    public static ComputingModelJson parse(String text) throws MalformedRecordException {
        Parts parts = new Parts();
        JsonCursor.readObject(text, parts::field);
        return new ComputingModelJson(parts.kind, parts.state);
    }

    private static final class Parts {
        private String kind = "";
        private List<Double> state = List.of();

        private void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
            switch (name) {
                case "kind" -> kind = json.text("kind: a text");
                case "state" -> state = json.list("state: numbers", value -> value.number("state: numbers"));
                default -> json.skip();
            }
        }
    }
}
