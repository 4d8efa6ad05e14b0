package io.tiercel.cli.sim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON document, for what is small and has no schema of its own. Values are maps, lists, strings, numbers, booleans and nothing. */
final class JsonTree {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonTree() {}

    /** A file's only value; an object. */
    static Map<String, Object> object(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                JsonParser parser = JSON.createParser(in)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("expected an object in JSON");
            }
            return object(parser);
        }
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            value(parser, parser.nextToken()).ifPresent(value -> fields.put(name, value));
        }
        return fields;
    }

    private static List<Object> list(JsonParser parser) throws IOException {
        List<Object> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            value(parser, token).ifPresent(items::add);
        }
        return items;
    }

    private static Optional<Object> value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> Optional.of(object(parser));
            case START_ARRAY -> Optional.of(list(parser));
            case VALUE_NUMBER_INT -> Optional.of(parser.getLongValue());
            case VALUE_NUMBER_FLOAT -> Optional.of(parser.getDoubleValue());
            case VALUE_TRUE, VALUE_FALSE -> Optional.of(parser.getBooleanValue());
            case VALUE_NULL -> Optional.empty();
            default -> Optional.of(parser.getText());
        };
    }
}
