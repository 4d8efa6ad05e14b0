package io.tiercel.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tiercel.assign.Assignment;
import io.tiercel.model.Tier;
import io.tiercel.record.DecisionRecord;
import io.tiercel.record.RecordContext;
import io.tiercel.record.RecordedRound;
import io.tiercel.record.RecordedTask;
import java.io.IOException;
import java.util.List;

/** Writes the context first, since people see the head of a long line, then the round and the decision. */
final class DecisionRecordWriter {
    private DecisionRecordWriter() {}

    static String line(DecisionRecord record) {
        return JsonLine.of(json -> {
            json.writeNumberField(RecordVersion.KEY, RecordVersion.CURRENT);
            writeContext(json, record.circumstances());
            writeRound(json, record.round());
            writeDecision(json, record);
        });
    }

    /** Writes one element of an array by its index. */
    @FunctionalInterface
    private interface Element {
        void write(int index) throws IOException;
    }

    private static void array(JsonGenerator json, String name, int length, Element element) throws IOException {
        json.writeFieldName(name);
        array(json, length, element);
    }

    private static void array(JsonGenerator json, int length, Element element) throws IOException {
        json.writeStartArray();
        for (int i = 0; i < length; i++) {
            element.write(i);
        }
        json.writeEndArray();
    }

    private static void number(JsonGenerator json, String name, double number) throws IOException {
        json.writeFieldName(name);
        JsonLine.number(json, number);
    }

    private static void writeContext(JsonGenerator json, RecordContext context) throws IOException {
        List<String> names = context.names();
        List<Integer> indexes = context.taskIndexes();
        json.writeStringField("app", context.app());
        json.writeNumberField("stage", context.stage());
        json.writeNumberField("attempt", context.attempt());
        json.writeNumberField("time", context.timeMillis());
        array(json, "names", names.size(), i -> json.writeString(names.get(i)));
        array(json, "indexes", indexes.size(), i -> json.writeNumber(indexes.get(i)));
    }

    private static void writeRound(JsonGenerator json, RecordedRound round) throws IOException {
        List<RecordedTask> tasks = round.tasks();
        array(json, "racks", round.nodes(), node -> json.writeNumber(round.rack(node)));
        array(json, "slots", round.nodes(), node -> json.writeNumber(round.slots(node)));
        number(json, "c1", round.penalties().c1());
        number(json, "c2", round.penalties().c2());
        number(json, "c0", round.penalties().c0());
        if (round.scale() != 1) {
            json.writeNumberField("scale", round.scale());
        }
        array(json, "tasks", tasks.size(), i -> writeLocations(json, tasks.get(i)));
        if (tasks.stream().anyMatch(RecordedTask::saysTiers)) {
            array(json, "tiers", tasks.size(), i -> writeTiers(json, tasks.get(i)));
        }
    }

    private static void writeLocations(JsonGenerator json, RecordedTask task) throws IOException {
        array(json, task.size(), i -> {
            json.writeStartArray();
            json.writeNumber(task.node(i));
            JsonLine.number(json, task.score(i));
            json.writeEndArray();
        });
    }

    private static void writeTiers(JsonGenerator json, RecordedTask task) throws IOException {
        array(json, task.size(), i -> {
            Tier tier = task.tier(i);
            json.writeString(tier == null ? DecisionRecords.PROCESS : tier.name());
        });
    }

    private static void writeDecision(JsonGenerator json, DecisionRecord record) throws IOException {
        Assignment assignment = record.decision().assignment();
        var reasons = record.decision().reasons();
        json.writeStringField("policy", record.policy());
        array(json, "assignment", record.round().tasks().size(), task -> json.writeNumber(assignment.nodeOf(task)));
        json.writeNumberField("matched", assignment.matched());
        json.writeFieldName("cost");
        json.writeNumber(record.round().cost(assignment));
        array(
                json,
                "reasons",
                reasons.size(),
                i -> json.writeString(reasons.get(i).name()));
    }
}
