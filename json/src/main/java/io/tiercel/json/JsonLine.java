package io.tiercel.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/** Writes one JSON object into one line. */
final class JsonLine {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonLine() {}

    /** Writes the fields of the object. */
    @FunctionalInterface
    interface Body {
        void write(JsonGenerator json) throws IOException;
    }

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

    /** A whole number without a decimal point. */
    static void number(JsonGenerator json, double number) throws IOException {
        if (number == Math.rint(number) && Math.abs(number) < Long.MAX_VALUE) {
            json.writeNumber((long) number);
        } else {
            json.writeNumber(BigDecimal.valueOf(number));
        }
    }
}
