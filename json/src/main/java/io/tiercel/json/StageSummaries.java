package io.tiercel.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.SchedulingTime;
import io.tiercel.record.StageSummary;
import io.tiercel.record.StageSummary.Reads;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Stage summaries as JSON; places by their names, each of them present. */
public final class StageSummaries {
    private StageSummaries() {}

    /** One line, without its end. */
    public static String line(StageSummary summary) {
        return JsonLine.of(json -> {
            json.writeStringField("app", summary.app());
            json.writeNumberField("stage", summary.stage());
            json.writeNumberField("attempt", summary.attempt());
            json.writeStringField("name", summary.name());
            json.writeStringField("policy", summary.policy());
            json.writeNumberField("tasks", summary.tasks());
            json.writeNumberField("launched", summary.reads().launched());
            writeCounts(json, "possible", summary.reads().possible());
            writeCounts(json, "happened", summary.reads().happened());
            json.writeNumberField("bestHits", summary.reads().bestHits());
            json.writeNumberField("schedulingMicrosMedian", summary.scheduling().medianMicros());
            json.writeNumberField("schedulingMicrosMax", summary.scheduling().maxMicros());
            json.writeNumberField("rounds", summary.scheduling().rounds());
            json.writeNumberField("heldMillis", summary.scheduling().heldMillis());
        });
    }

    /**
     * Reads what {@link #line} wrote; keys that it does not write are passed over.
     *
     * @throws MalformedRecordException if {@code text} is not one stage summary
     */
    public static StageSummary parse(String text) throws MalformedRecordException {
        Parts parts = new Parts();
        JsonCursor.readObject(text, parts::field);
        try {
            return parts.summary();
        } catch (IllegalArgumentException e) {
            throw new MalformedRecordException(String.valueOf(e.getMessage()), 1, 0);
        }
    }

    private static void writeCounts(JsonGenerator json, String name, Map<ReadPlace, Integer> counts)
            throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<ReadPlace, Integer> count : counts.entrySet()) {
            json.writeNumberField(count.getKey().name(), count.getValue());
        }
        json.writeEndObject();
    }

    /** The keys that were met. */
    private static final class Parts {
        private final Map<String, String> texts = new HashMap<>();
        private final Map<String, Long> numbers = new HashMap<>();
        private final Map<String, Map<ReadPlace, Integer>> counts = new HashMap<>();

        void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
            switch (name) {
                case "app", "name", "policy" -> texts.put(name, json.text(name + ": a text"));
                case "stage",
                        "attempt",
                        "tasks",
                        "launched",
                        "bestHits",
                        "schedulingMicrosMedian",
                        "schedulingMicrosMax",
                        "rounds",
                        "heldMillis" -> numbers.put(name, json.wholeNumber(name + ": a whole number"));
                case "possible", "happened" -> counts.put(name, counts(name, json));
                default -> json.skip();
            }
        }

        private static Map<ReadPlace, Integer> counts(String name, JsonCursor json)
                throws IOException, MalformedRecordException {
            Map<ReadPlace, Integer> counts = new EnumMap<>(ReadPlace.class);
            json.object(name + ": an object of counts by place", (place, value) -> {
                int count = value.integer(name + "." + place + ": a whole number");
                Arrays.stream(ReadPlace.values())
                        .filter(known -> known.name().equals(place))
                        .forEach(known -> counts.put(known, count));
            });
            return counts;
        }

        StageSummary summary() {
            return new StageSummary(
                    present("app", texts),
                    integer("stage"),
                    integer("attempt"),
                    present("name", texts),
                    present("policy", texts),
                    integer("tasks"),
                    new Reads(
                            integer("launched"),
                            present("possible", counts),
                            present("happened", counts),
                            integer("bestHits")),
                    new SchedulingTime(
                            present("schedulingMicrosMedian", numbers),
                            present("schedulingMicrosMax", numbers),
                            integer("rounds"),
                            present("heldMillis", numbers)));
        }

        private int integer(String key) {
            long value = present(key, numbers);
            if (value != (int) value) {
                throw new IllegalArgumentException(key + ": expected at most " + Integer.MAX_VALUE + ", got " + value);
            }
            return (int) value;
        }

        private static <T> T present(String key, Map<String, T> values) {
            T value = values.get(key);
            if (value == null) {
                throw new IllegalArgumentException("expected a key '" + key + "', which is not there");
            }
            return value;
        }
    }
}
