package io.tiercel.spark.cache;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What an executor tells the driver of its node's cache.
 *
 * @param pages that are there, by the objects' ids
 * @param isWhole whether these are all pages; else they came since the last report
 */
record CacheReport(String host, Map<String, BitSet> pages, boolean isWhole) {
    private static final String HOST = "host";
    private static final String PAGES = "pages";
    private static final String WHOLE = "whole";

    /** Of classes that every JVM has: those of plugins are not always known to who reads messages. */
    HashMap<String, Object> message() {
        HashMap<String, long[]> words = new HashMap<>();
        pages.forEach((object, set) -> words.put(object, set.toLongArray()));
        HashMap<String, Object> message = new HashMap<>();
        message.put(HOST, host);
        message.put(PAGES, words);
        message.put(WHOLE, isWhole);
        return message;
    }

    /** Reads a message. @return empty if it is anything else */
    static Optional<CacheReport> of(Object message) {
        if (!(message instanceof Map<?, ?> fields
                && fields.get(HOST) instanceof String host
                && fields.get(PAGES) instanceof Map<?, ?> words
                && fields.get(WHOLE) instanceof Boolean isWhole)) {
            return Optional.empty();
        }
        Map<String, BitSet> pages = new HashMap<>();
        for (Map.Entry<?, ?> each : words.entrySet()) {
            if (!(each.getKey() instanceof String object && each.getValue() instanceof long[] set)) {
                return Optional.empty();
            }
            pages.put(object, BitSet.valueOf(set));
        }
        return Optional.of(new CacheReport(host, pages, isWhole));
    }
}
