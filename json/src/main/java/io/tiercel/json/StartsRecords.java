package io.tiercel.json;

import io.tiercel.assign.Reason;
import io.tiercel.record.StartsRecord;
import io.tiercel.record.StartsRecord.Held;
import io.tiercel.record.StartsRecord.Start;

/** Rounds of planned stages as JSON, as docs/records.md has them. */
public final class StartsRecords {
    private StartsRecords() {}

    /** One line, without its end. */
    public static String line(StartsRecord record) {
        return JsonLine.of(json -> {
            json.writeNumberField(RecordVersion.KEY, RecordVersion.CURRENT);
            json.writeStringField(RecordKind.KEY, RecordKind.OF_STARTS);
            json.writeStringField("app", record.app());
            json.writeNumberField("stage", record.stage());
            json.writeNumberField("attempt", record.attempt());
            json.writeNumberField("time", record.timeMillis());
            JsonLine.array(json, "starts", record.starts(), start -> {
                json.writeStartArray();
                json.writeNumber(start.task());
                json.writeString(start.node());
                json.writeString(start.reason().name());
                json.writeEndArray();
            });
            JsonLine.array(json, "held", record.held(), held -> {
                json.writeStartArray();
                json.writeString(held.node());
                json.writeNumber(held.slots());
                json.writeEndArray();
            });
        });
    }

    /** @throws MalformedRecordException if {@code text} is not one such record */
    public static StartsRecord parse(String text) throws MalformedRecordException {
        return JsonValue.read(text, record -> {
            RecordVersion.check(record);
            return new StartsRecord(
                    record.text("app"),
                    record.integer("stage"),
                    record.integer("attempt"),
                    record.wholeNumber("time"),
                    record.list("starts", "an array of [task, node, reason]", start -> {
                        start.tuple(3, 3);
                        return new Start(
                                start.at(0).integer(),
                                start.at(1).text(),
                                start.at(2).constant(Reason.class));
                    }),
                    record.list("held", "an array of [node, slots]", held -> {
                        held.tuple(2, 2);
                        return new Held(held.at(0).text(), held.at(1).integer());
                    }));
        });
    }
}
