package io.tiercel.spark.ui;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parameters of a page, in their order: what is shown of it, and how it is sorted. */
record Query(Map<String, String> parameters) {
    private static final int LONGEST = 200;

    Query {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    static Query none() {
        return new Query(Map.of());
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(parameters.get(name)).filter(text -> text.length() <= LONGEST);
    }

    /** A number; {@code otherwise} if there is none. */
    int number(String name, int otherwise) {
        try {
            return text(name).map(Integer::parseInt).orElse(otherwise);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** The same with another value. */
    Query with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        changed.put(name, value);
        return new Query(changed);
    }

    Query without(String name) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        changed.remove(name);
        return new Query(changed);
    }

    /** As a link on the same page. */
    String link(String anchor) {
        return "?"
                + parameters.entrySet().stream()
                        .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                        .collect(Collectors.joining("&"))
                + "#" + anchor;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
