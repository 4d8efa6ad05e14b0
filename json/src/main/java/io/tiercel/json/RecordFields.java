package io.tiercel.json;

import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads records whose fields come in any order. */
final class RecordFields {
    private RecordFields() {}

    /**
     * Reads {@code text} field by field and makes a value of the fields. A value that cannot be made is a fault of the record.
     */
    static <T> T read(String text, JsonCursor.Field field, Supplier<T> value) throws MalformedRecordException {
        try {
            JsonCursor.readObject(text, field);
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new MalformedRecordException(
                    String.valueOf(e.getMessage()), (int) text.lines().count(), 0);
        }
    }

    static <T> T present(String key, @Nullable T value) {
        if (value == null) {
            throw missing(key);
        }
        return value;
    }

    static double present(String key, OptionalDouble value) {
        return value.orElseThrow(() -> missing(key));
    }

    private static IllegalArgumentException missing(String key) {
        return new IllegalArgumentException("expected a key '" + key + "', which is not there");
    }
}
