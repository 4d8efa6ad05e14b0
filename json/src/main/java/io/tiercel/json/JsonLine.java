package io.tiercel.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
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

/** One JSON object in one line: as a tree, or streamed where a line is long and there are many. */
final class JsonLine {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonLine() {}

    /** Writes the fields of the object. */
    @FunctionalInterface
    interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    /** An empty object; its {@code toString} is the line. */
    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Streams an object. */
    static String of(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            body.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Whole numbers have no decimal point; infinity and NaN are null. */
    static ValueNode number(double number) {
        if (!Double.isFinite(number)) {
            return NullNode.instance;
        }
        return isWhole(number) ? LongNode.valueOf((long) number) : DecimalNode.valueOf(BigDecimal.valueOf(number));
    }

    /** Streams a finite number; whole numbers have no decimal point. */
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
