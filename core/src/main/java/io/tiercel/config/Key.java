package io.tiercel.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of one key.
 *
 * <p>A name that ends in {@code .*} declares a family: every key that begins with what stands before the star.
 *
 * @param <T> the type of its value
 */
public final class Key<T> {
    private final String name;
    private final KeyType<T> type;
    private final @Nullable String defaultText;
    private final String doc;
    private final String since;

    private Key(String name, KeyType<T> type, @Nullable String defaultText, String doc, String since) {
        this.name = name;
        this.type = type;
        this.defaultText = defaultText;
        this.doc = doc;
        this.since = since;
        if (defaultText != null && type.parse(defaultText).isEmpty()) {
            throw new IllegalArgumentException(
                    name + ": expected a default that is " + type.expected() + ", got '" + defaultText + "'");
        }
    }

    /**
     * A key with a default.
     *
     * @param defaultText the default, written as a user would
     * @param doc one or two sentences for the reference
     * @param since the first version that knows the key
     */
    public static <T> Key<T> of(String name, KeyType<T> type, String defaultText, String doc, String since) {
        return new Key<>(name, type, defaultText, doc, since);
    }

    /** A key that may be absent. */
    public static <T> Key<T> optional(String name, KeyType<T> type, String doc, String since) {
        return new Key<>(name, type, null, doc, since);
    }

    public String name() {
        return name;
    }

    public KeyType<T> type() {
        return type;
    }

    public Optional<String> defaultText() {
        return Optional.ofNullable(defaultText);
    }

    public String doc() {
        return doc;
    }

    public String since() {
        return since;
    }

    boolean isFamily() {
        return name.endsWith(".*");
    }

    boolean matches(String key) {
        return isFamily()
                ? key.startsWith(familyPrefix())
                        && key.length() > familyPrefix().length()
                : key.equals(name);
    }

    String familyPrefix() {
        return name.substring(0, name.length() - 1);
    }

    /** Reads {@code text} as the value of {@code key}, which this declares. */
    T parse(String key, String text) throws ConfigException {
        return type.parse(text)
                .orElseThrow(() -> new ConfigException(key + ": expected " + type.expected() + ", got '" + text + "'"));
    }

    @Override
    public String toString() {
        return name;
    }
}
