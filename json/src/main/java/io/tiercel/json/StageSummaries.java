package io.tiercel.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.record.StageSummary.Reads;
import io.tiercel.record.StageSummary.SchedulingTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Stage summaries as JSON lines. Counts by place list every place by its name. */
public final class StageSummaries {
    private StageSummaries() {}

    /** One line, without its end. */
    public static String line(StageSummary summary) {
        ObjectNode line = RecordVersion.put(JsonLine.object());
        line.put(RecordKind.KEY, RecordKind.OF_STAGE);
        line.put("app", summary.app());
        line.put("stage", summary.stage());
        line.put("attempt", summary.attempt());
        line.put("name", summary.name());
        line.put("policy", summary.policy());
        line.put("tasks", summary.tasks());
        line.put("launched", summary.reads().launched());
        put(line.putObject("possible"), summary.reads().possible());
        put(line.putObject("happened"), summary.reads().happened());
        line.put("bestHits", summary.reads().bestHits());
        line.put("schedulingMicrosMedian", summary.scheduling().medianMicros());
        line.put("schedulingMicrosMax", summary.scheduling().maxMicros());
        line.put("rounds", summary.scheduling().rounds());
        line.put("heldMillis", summary.scheduling().heldMillis());
        return line.toString();
    }

    private static void put(ObjectNode json, Map<ReadPlace, Integer> counts) {
        counts.forEach((place, count) -> json.put(place.name(), count));
    }

    /**
     * Reads what {@link #line} wrote; skips keys that it does not write.
     *
     * @throws MalformedRecordException if {@code text} is not one stage summary
     */
    public static StageSummary parse(String text) throws MalformedRecordException {
        return JsonValue.read(text, StageSummaries::summary);
    }

    private static StageSummary summary(JsonValue json) {
        RecordVersion.check(json);
        return new StageSummary(
                json.text("app"),
                json.integer("stage"),
                json.integer("attempt"),
                json.text("name"),
                json.text("policy"),
                json.integer("tasks"),
                new Reads(
                        json.integer("launched"),
                        counts(json, "possible"),
                        counts(json, "happened"),
                        json.integer("bestHits")),
                new SchedulingTime(
                        json.wholeNumber("schedulingMicrosMedian"),
                        json.wholeNumber("schedulingMicrosMax"),
                        json.integer("rounds"),
                        json.wholeNumber("heldMillis")));
    }

    private static Map<ReadPlace, Integer> counts(JsonValue json, String key) {
        Map<String, Integer> byName =
                json.field(key, "an object of counts by place").fields(JsonValue::integer);
        Map<ReadPlace, Integer> counts = new EnumMap<>(ReadPlace.class);
        Arrays.stream(ReadPlace.values())
                .filter(place -> byName.containsKey(place.name()))
                .forEach(place -> counts.put(place, byName.get(place.name())));
        return counts;
    }
}
