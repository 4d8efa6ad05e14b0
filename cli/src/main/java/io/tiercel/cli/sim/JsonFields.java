package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The fields of an object, taken by name and kind.
 *
 * @param place where the object is, for messages: a file, and maybe a path in it
 */
record JsonFields(String place, Map<?, ?> fields) {
    boolean has(String name) {
        return fields.get(name) != null;
    }

    String text(String name) {
        return of(name, String.class, "a string");
    }

    double number(String name) {
        return of(name, Number.class, "a number").doubleValue();
    }

    double number(String name, double without) {
        return has(name) ? number(name) : without;
    }

    long whole(String name, long without) {
        return has(name) ? of(name, Long.class, "a whole number") : without;
    }

    boolean flag(String name) {
        return of(name, Boolean.class, "true or false");
    }

    JsonFields object(String name) {
        return new JsonFields(place + ": " + name, of(name, Map.class, "an object"));
    }

    /** The objects of a list. */
    List<JsonFields> objects(String name) {
        List<?> items = of(name, List.class, "a list");
        return IntStream.range(0, items.size())
                .mapToObj(i -> {
                    String at = place + ": " + name + "[" + i + "]";
                    if (items.get(i) instanceof Map<?, ?> object) {
                        return new JsonFields(at, object);
                    }
                    throw new CommandFailure(at + ": expected an object");
                })
                .toList();
    }

    private <T> T of(String name, Class<T> kind, String expected) {
        Object value = fields.get(name);
        if (!kind.isInstance(value)) {
            throw failure(name, "expected " + expected + ", got " + (value == null ? "nothing" : "'" + value + "'"));
        }
        return kind.cast(value);
    }

    CommandFailure failure(String name, String reason) {
        return new CommandFailure(place + ": " + name + ": " + reason);
    }
}
