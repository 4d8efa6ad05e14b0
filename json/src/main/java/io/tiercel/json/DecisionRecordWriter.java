package io.tiercel.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tiercel.assign.Assignment;
import io.tiercel.model.Tier;
import io.tiercel.record.DecisionRecord;
import io.tiercel.record.RecordContext;
import io.tiercel.record.RecordedRound;
import io.tiercel.record.RecordedTask;
import java.io.IOException;

/** Writes the context first, since people see the head of a long line, then the round and the decision. */
final class DecisionRecordWriter {
    private DecisionRecordWriter() {}

    static String line(DecisionRecord record) {
        return JsonLine.of(json -> {
            json.writeNumberField(RecordVersion.KEY, RecordVersion.CURRENT);
            writeCircumstances(json, record.circumstances());
            writeRound(json, record.round());
            writeDecision(json, record);
        });
    }

    private static void writeCircumstances(JsonGenerator json, RecordContext circumstances) throws IOException {
        json.writeStringField("app", circumstances.app());
        json.writeNumberField("stage", circumstances.stage());
        json.writeNumberField("attempt", circumstances.attempt());
        json.writeNumberField("time", circumstances.timeMillis());
        json.writeArrayFieldStart("names");
        for (String name : circumstances.names()) {
            json.writeString(name);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("indexes");
        for (int index : circumstances.taskIndexes()) {
            json.writeNumber(index);
        }
        json.writeEndArray();
    }

    private static void writeRound(JsonGenerator json, RecordedRound round) throws IOException {
        json.writeArrayFieldStart("racks");
        for (int node = 0; node < round.nodes(); node++) {
            json.writeNumber(round.rack(node));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("slots");
        for (int node = 0; node < round.nodes(); node++) {
            json.writeNumber(round.slots(node));
        }
        json.writeEndArray();
        writeNumber(json, "c1", round.penalties().c1());
        writeNumber(json, "c2", round.penalties().c2());
        writeNumber(json, "c0", round.penalties().c0());
        if (round.scale() != 1) {
            json.writeNumberField("scale", round.scale());
        }
        writeTasks(json, round);
        if (round.tasks().stream().anyMatch(RecordedTask::saysTiers)) {
            writeTiers(json, round);
        }
    }

    private static void writeTasks(JsonGenerator json, RecordedRound round) throws IOException {
        json.writeArrayFieldStart("tasks");
        for (RecordedTask task : round.tasks()) {
            json.writeStartArray();
            for (int i = 0; i < task.size(); i++) {
                json.writeStartArray();
                json.writeNumber(task.node(i));
                JsonLine.number(json, task.score(i));
                json.writeEndArray();
            }
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void writeTiers(JsonGenerator json, RecordedRound round) throws IOException {
        json.writeArrayFieldStart("tiers");
        for (RecordedTask task : round.tasks()) {
            json.writeStartArray();
            for (int i = 0; i < task.size(); i++) {
                Tier tier = task.tier(i);
                json.writeString(tier == null ? DecisionRecords.PROCESS : tier.name());
            }
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void writeDecision(JsonGenerator json, DecisionRecord record) throws IOException {
        Assignment assignment = record.decision().assignment();
        json.writeStringField("policy", record.policy());
        json.writeArrayFieldStart("assignment");
        for (int task = 0; task < record.round().tasks().size(); task++) {
            json.writeNumber(assignment.nodeOf(task));
        }
        json.writeEndArray();
        json.writeNumberField("matched", assignment.matched());
        json.writeFieldName("cost");
        json.writeNumber(record.round().cost(assignment));
        json.writeArrayFieldStart("reasons");
        for (var reason : record.decision().reasons()) {
            json.writeString(reason.name());
        }
        json.writeEndArray();
    }

    private static void writeNumber(JsonGenerator json, String name, double number) throws IOException {
        json.writeFieldName(name);
        JsonLine.number(json, number);
    }
}
