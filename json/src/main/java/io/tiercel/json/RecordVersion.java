package io.tiercel.json;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The version of every record's format. It grows when a field changes its meaning; new fields leave it as it is. */
final class RecordVersion {
    static final String KEY = "version";
    static final int CURRENT = 1;

    private RecordVersion() {}

    static ObjectNode put(ObjectNode json) {
        return json.put(KEY, CURRENT);
    }

    /** Records without a version are of the first one. */
    static void check(JsonValue json) {
        check(json.integer(KEY, 1));
    }

    static void check(int version) {
        if (version != CURRENT) {
            throw new IllegalArgumentException(KEY + ": expected " + CURRENT + ", got " + version);
        }
    }
}
