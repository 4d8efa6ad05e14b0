package io.tiercel.spark.ui.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parameters of a page, in their order: what is shown of it, and how it is sorted. */
public record PageParameters(Map<String, String> parameters) {
    private static final int LONGEST = 200;

    public PageParameters {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    public static PageParameters none() {
        return new PageParameters(Map.of());
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(parameters.get(name)).filter(text -> text.length() <= LONGEST);
    }

    /** A number; {@code otherwise} if there is none. */
    public int number(String name, int otherwise) {
        try {
            return text(name).map(Integer::parseInt).orElse(otherwise);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** The same with another value. */
    public PageParameters with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        changed.put(name, value);
        return new PageParameters(changed);
    }

    public PageParameters without(String name) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        changed.remove(name);
        return new PageParameters(changed);
    }

    /** As a link on the same page. */
    public String link(String anchor) {
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
