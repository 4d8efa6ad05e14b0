package io.tiercel.spark.ui.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parameters of a page, in order: its filters, and how its tables are sorted. */
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

    /** The parameter as a number; {@code otherwise} if it is none. */
    public int number(String name, int otherwise) {
        try {
            return text(name).map(Integer::parseInt).orElse(otherwise);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

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

    /** A link to the same page with these parameters. */
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
