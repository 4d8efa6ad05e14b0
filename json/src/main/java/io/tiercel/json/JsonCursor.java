package io.tiercel.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.tiercel.config.Excerpt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Walks through one JSON value without keeping it. Each method reports what it expected, what came and where. */
record JsonCursor(JsonParser parser) {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

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

    /**
     * Reads {@code text} field by field, in any order, and makes a value of the fields. A value that cannot be made is a fault of
     * the text.
     */
    static <T> T read(String text, Field field, Supplier<T> value) throws MalformedRecordException {
        try {
            readObject(text, field);
            return value.get();
        } catch (IllegalArgumentException e) {
            throw JsonValue.fault(text, e);
        }
    }

    /** Reads {@code text}, which must be one object and nothing else. */
    static void readObject(String text, Field field) throws MalformedRecordException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonCursor cursor = new JsonCursor(parser);
            parser.nextToken();
            cursor.object(field);
            if (parser.nextToken() != null) {
                throw cursor.unexpected("nothing after the object");
            }
        } catch (JsonProcessingException e) {
            throw JsonValue.malformed(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void object(Field field) throws IOException, MalformedRecordException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw unexpected("one JSON object");
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
        IntStream.Builder values = IntStream.builder();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(integer(expected));
        }
        return values.build().toArray();
    }

    double[] numbers(String expected) throws IOException, MalformedRecordException {
        startArray(expected);
        DoubleStream.Builder values = DoubleStream.builder();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(number(expected));
        }
        return values.build().toArray();
    }

    void startArray(String expected) throws IOException, MalformedRecordException {
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
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() != JsonParser.NumberType.INT) {
            throw unexpected(expected);
        }
        return parser.getIntValue();
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

    void skip() throws IOException {
        parser.skipChildren();
    }

    MalformedRecordException unexpected(String expected) throws IOException {
        JsonToken token = parser.currentToken();
        String got = token == null ? "nothing" : describe(token);
        JsonLocation location = token == null ? parser.currentLocation() : parser.currentTokenLocation();
        return JsonValue.at(location, "expected " + expected + ", got " + got);
    }

    private String describe(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT, END_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case END_ARRAY -> "the array's end";
            case VALUE_STRING -> "'" + Excerpt.of(parser.getText()) + "'";
            default -> Excerpt.of(parser.getText());
        };
    }
}
