package io.tiercel.json;

import io.tiercel.json.PlanRecords.About;
import java.io.IOException;

/** Reads what a record is about. All of it may be missing: it is for people. */
final class AboutFields {
    private String app = "";
    private int stage = -1;
    private int attempt;
    private String kind = "";
    private long timeMillis;

    void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
        switch (name) {
            case "app" -> app = json.text("app: a text");
            case "stage" -> stage = json.integer("stage: a whole number");
            case "attempt" -> attempt = json.integer("attempt: a whole number");
            case "kind" -> kind = json.text("kind: a text");
            case "timeMillis" -> timeMillis = json.wholeNumber("timeMillis: a whole number");
            default -> json.skip();
        }
    }

    About about() {
        return new About(app, stage, attempt, kind, timeMillis);
    }
}
