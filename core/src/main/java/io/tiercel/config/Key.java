package io.tiercel.config;

import org.jspecify.annotations.Nullable;

/**
 * The declaration of one key.
 *
 * <p>A name that ends in {@code .*} declares a family: every key that begins with what stands before the star.
 *
 * @param defaultText the default, written as a user would; null for a key that may be absent
 * @param doc one or two sentences for the reference
 * @param since the first version that knows the key
 */
public record Key<T>(String name, KeyType<T> type, @Nullable String defaultText, String doc, String since) {
    public Key {
        if (defaultText != null && type.parse(defaultText).isEmpty()) {
            throw new IllegalArgumentException(
                    name + ": expected a default that is " + type.expected() + ", got '" + defaultText + "'");
        }
    }

    public static <T> Key<T> of(String name, KeyType<T> type, String defaultText, String doc, String since) {
        return new Key<>(name, type, defaultText, doc, since);
    }

    public static <T> Key<T> optional(String name, KeyType<T> type, String doc, String since) {
        return new Key<>(name, type, null, doc, since);
    }

    boolean matches(String key) {
        return name.endsWith(".*")
                ? key.startsWith(familyPrefix())
                        && key.length() > familyPrefix().length()
                : key.equals(name);
    }

    String familyPrefix() {
        return name.substring(0, name.length() - 1);
    }

    /** Reads {@code text} as the value of {@code key}, which this declares. */
    public T parse(String key, String text) throws ConfigException {
        return type.parse(text)
                .orElseThrow(() -> new ConfigException(
                        Excerpt.of(key) + ": expected " + type.expected() + ", got '" + Excerpt.of(text) + "'"));
    }

    @Override
    public String toString() {
        return name;
    }
}
