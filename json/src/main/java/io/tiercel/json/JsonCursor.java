package io.tiercel.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Walks through one JSON value without keeping it. Each method reports what it expected, what came and where. */
final class JsonCursor {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonParser parser;

    private JsonCursor(JsonParser parser) {
        this.parser = parser;
    }

    /** Reads one value of an array or one field's value; the cursor stands on its first token. */
    @FunctionalInterface
    interface Value<T> {
        T read(JsonCursor cursor) throws IOException, MalformedRecordException;
    }

    /** Takes one field of an object; the cursor stands on the first token of its value and must end on its last. */
    @FunctionalInterface
    interface Field {
        void read(String name, JsonCursor cursor) throws IOException, MalformedRecordException;
    }

    /** Reads {@code text}, which must be one object and nothing else. */
    static void readObject(String text, Field field) throws MalformedRecordException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonCursor cursor = new JsonCursor(parser);
            parser.nextToken();
            cursor.object("one JSON object", field);
            if (parser.nextToken() != null) {
                throw cursor.unexpected("nothing after the object");
            }
        } catch (JsonEOFException e) {
            throw at(e.getLocation(), "the text ends within a value");
        } catch (JsonParseException e) {
            throw at(e.getLocation(), firstLine(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void object(String expected, Field field) throws IOException, MalformedRecordException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw unexpected(expected);
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            field.read(name, this);
        }
    }

    <T> List<T> list(String expected, Value<T> value) throws IOException, MalformedRecordException {
        startArray(expected);
        List<T> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value.read(this));
        }
        return values;
    }

    int[] ints(String expected) throws IOException, MalformedRecordException {
        startArray(expected);
        int[] values = new int[16];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = integer(expected);
        }
        return Arrays.copyOf(values, count);
    }

    void startArray(String expected) throws MalformedRecordException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw unexpected(expected);
        }
    }

    /** Whether another value of the array follows; if so the cursor stands on it. */
    boolean nextInArray() throws IOException {
        return parser.nextToken() != JsonToken.END_ARRAY;
    }

    /** Moves on to the next value of an array that must have one. */
    void next(String expected) throws IOException, MalformedRecordException {
        if (parser.nextToken() == JsonToken.END_ARRAY) {
            throw unexpected(expected);
        }
    }

    /** Ends an array that must have no further value. */
    void endArray(String expected) throws IOException, MalformedRecordException {
        if (parser.nextToken() != JsonToken.END_ARRAY) {
            throw unexpected(expected);
        }
    }

    int integer(String expected) throws IOException, MalformedRecordException {
        long value = wholeNumber(expected);
        if (value != (int) value) {
            throw unexpected(expected);
        }
        return (int) value;
    }

    long wholeNumber(String expected) throws IOException, MalformedRecordException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw unexpected(expected);
        }
        return parser.getLongValue();
    }

    double number(String expected) throws IOException, MalformedRecordException {
        if (!parser.currentToken().isNumeric()) {
            throw unexpected(expected);
        }
        return parser.getDoubleValue();
    }

    String text(String expected) throws IOException, MalformedRecordException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw unexpected(expected);
        }
        return parser.getText();
    }

    /** Skips the value that the cursor stands on. */
    void skip() throws IOException {
        parser.skipChildren();
    }

    MalformedRecordException unexpected(String expected) throws MalformedRecordException {
        JsonToken token = parser.currentToken();
        String got;
        try {
            got = token == null ? "nothing" : describe(token);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JsonLocation location = token == null ? parser.currentLocation() : parser.currentTokenLocation();
        return at(location, "expected " + expected + ", got " + got);
    }

    private String describe(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT, END_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case END_ARRAY -> "the array's end";
            case VALUE_STRING -> "'" + abbreviated(parser.getText()) + "'";
            default -> abbreviated(parser.getText());
        };
    }

    private static String abbreviated(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("not JSON");
    }

    private static MalformedRecordException at(JsonLocation location, String message) {
        return new MalformedRecordException(message, location.getLineNr(), location.getColumnNr());
    }
}
