package io.tiercel.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/** One JSON object in one line: as a tree, or streamed where a line is long and there are many. Whole numbers have no decimal point. */
final class JsonLine {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonLine() {}

    @FunctionalInterface
    interface Writer<T> {
        void write(T value) throws IOException;
    }

    /** An empty object; its {@code toString} is the line. */
    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode row(Object... values) {
        ArrayNode row = JsonNodeFactory.instance.arrayNode();
        for (Object value : values) {
            if (value instanceof Double decimal) {
                row.add(number(decimal));
            } else if (value instanceof Number whole) {
                row.add(whole.longValue());
            } else {
                row.add(value.toString());
            }
        }
        return row;
    }

    /** Infinity and NaN are null. */
    static ValueNode number(double number) {
        if (!Double.isFinite(number)) {
            return NullNode.instance;
        }
        return isWhole(number) ? LongNode.valueOf((long) number) : DecimalNode.valueOf(BigDecimal.valueOf(number));
    }

    static String of(Writer<JsonGenerator> fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Streams an array, each of its elements by {@code element}. */
    static <T> void array(JsonGenerator json, String name, Iterable<T> values, Writer<T> element) throws IOException {
        json.writeArrayFieldStart(name);
        for (T value : values) {
            element.write(value);
        }
        json.writeEndArray();
    }

    static void array(JsonGenerator json, String name, int[] values) throws IOException {
        json.writeFieldName(name);
        json.writeArray(values, 0, values.length);
    }

    /** Streams a finite number. */
    static void number(JsonGenerator json, String name, double number) throws IOException {
        json.writeFieldName(name);
        number(json, number);
    }

    static void number(JsonGenerator json, double number) throws IOException {
        if (isWhole(number)) {
            json.writeNumber((long) number);
        } else {
            json.writeNumber(BigDecimal.valueOf(number));
        }
    }

    private static boolean isWhole(double number) {
        return number == Math.rint(number) && Math.abs(number) < Long.MAX_VALUE;
    }
}
