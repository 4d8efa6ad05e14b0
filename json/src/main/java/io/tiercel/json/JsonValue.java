package io.tiercel.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tiercel.config.Excerpt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value that was read into memory. Its methods throw {@link IllegalArgumentException} with what they expected and what came;
 * {@link #read} turns that into a {@link MalformedRecordException}.
 *
 * @param node null if there is no value
 * @param expected names the value and its type in messages, as in {@code stage: a whole number}
 */
record JsonValue(@Nullable JsonNode node, String expected) {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Reads {@code text}, which must be one JSON object and nothing else, and converts it. */
    static <T> T read(String text, Function<JsonValue, T> convert) throws MalformedRecordException {
        try {
            JsonNode root = MAPPER.readTree(text);
            JsonValue value = new JsonValue(root == null || root.isMissingNode() ? null : root, "one JSON object");
            value.node(root != null && root.isObject());
            return convert.apply(value);
        } catch (JsonProcessingException e) {
            throw malformed(e);
        } catch (IllegalArgumentException e) {
            throw fault(text, e);
        }
    }

    /** A fault without a single place in {@code text}. */
    static MalformedRecordException fault(String text, IllegalArgumentException e) {
        return new MalformedRecordException(
                String.valueOf(e.getMessage()), (int) text.lines().count(), 0);
    }

    static MalformedRecordException malformed(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return at(e.getLocation(), "the text ends within a value");
        }
        return at(
                e.getLocation(),
                e instanceof MismatchedInputException
                        ? "expected nothing after the object"
                        : e.getOriginalMessage().lines().findFirst().orElse("not JSON"));
    }

    static MalformedRecordException at(@Nullable JsonLocation place, String message) {
        return place == null
                ? new MalformedRecordException(message, 1, 0)
                : new MalformedRecordException(message, place.getLineNr(), place.getColumnNr());
    }

    /** The value of a key that must be there. */
    JsonValue field(String key, String type) {
        return present(key, find(key, type));
    }

    /** Checks that the value of a key is there. */
    static <T> T present(String key, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("expected a key '" + key + "', which is not there");
        }
        return value;
    }

    /** The value of a key; null if there is none. */
    @Nullable
    JsonValue find(String key, String type) {
        JsonNode found = node(true).get(key);
        return found == null ? null : new JsonValue(found, key + ": " + type);
    }

    String text(String key) {
        return field(key, "a text").text();
    }

    String text(String key, String otherwise) {
        JsonValue found = find(key, "a text");
        return found == null ? otherwise : found.text();
    }

    int integer(String key) {
        return field(key, "a whole number").integer();
    }

    int integer(String key, int otherwise) {
        JsonValue found = find(key, "a whole number");
        return found == null ? otherwise : found.integer();
    }

    long wholeNumber(String key) {
        return field(key, "a whole number").wholeNumber();
    }

    long wholeNumber(String key, long otherwise) {
        JsonValue found = find(key, "a whole number");
        return found == null ? otherwise : found.wholeNumber();
    }

    double number(String key) {
        return field(key, "a number").number();
    }

    double number(String key, double otherwise) {
        JsonValue found = find(key, "a number or null");
        return found == null ? otherwise : found.numberOr(otherwise);
    }

    <T> List<T> list(String key, String type, Function<JsonValue, T> convert) {
        return field(key, type).list(convert);
    }

    <T> List<T> list(Function<JsonValue, T> convert) {
        JsonNode array = node(node != null && node.isArray());
        return IntStream.range(0, array.size())
                .mapToObj(i -> convert.apply(at(i)))
                .toList();
    }

    /** The same array after a check that it has from {@code least} to {@code most} elements. */
    JsonValue tuple(int least, int most) {
        int size = node(node != null && node.isArray()).size();
        if (size < least || size > most) {
            throw new IllegalArgumentException("expected " + expected + ", got " + size + " values");
        }
        return this;
    }

    JsonValue at(int index) {
        return new JsonValue(node(true).get(index), expected);
    }

    int size() {
        return node(true).size();
    }

    /** Converts each field of an object, in order. */
    <T> Map<String, T> fields(Function<JsonValue, T> convert) {
        Map<String, T> fields = new LinkedHashMap<>();
        node(node != null && node.isObject())
                .properties()
                .forEach(each -> fields.put(each.getKey(), convert.apply(new JsonValue(each.getValue(), expected))));
        return fields;
    }

    String text() {
        return node(node != null && node.isTextual()).textValue();
    }

    int integer() {
        return node(node != null && node.isIntegralNumber() && node.canConvertToInt())
                .intValue();
    }

    long wholeNumber() {
        return node(node != null && node.isIntegralNumber() && node.canConvertToLong())
                .longValue();
    }

    double number() {
        return node(node != null && node.isNumber()).doubleValue();
    }

    /** A number, or null, which stands for {@code ofNull}. */
    double numberOr(double ofNull) {
        return node != null && node.isNull() ? ofNull : number();
    }

    <E extends Enum<E>> E constant(Class<E> type) {
        String name = text();
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw unexpected();
    }

    private JsonNode node(boolean isExpected) {
        JsonNode value = node;
        if (value == null || !isExpected) {
            throw unexpected();
        }
        return value;
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("expected " + expected + ", got " + described());
    }

    private String described() {
        if (node == null) {
            return "nothing";
        } else if (node.isObject()) {
            return "an object";
        } else if (node.isArray()) {
            return "an array";
        }
        String text = Excerpt.of(node.asText());
        return node.isTextual() ? "'" + text + "'" : text;
    }
}
