package io.tiercel.spark.cache;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Messages between executors and the driver about caches. They consist of classes that every JVM has: the reader of a message
 * does not always know those of plugins.
 */
final class CacheMessages {
    private static final String EXECUTOR = "executor";
    private static final String HOST = "host";
    private static final String PAGES = "pages";
    private static final String WHOLE = "whole";
    private static final String BEGUN = "begun";
    private static final String RESULTS = "results";
    private static final String ID = "id";
    private static final String PATH = "path";
    private static final String START = "start";
    private static final String END = "end";
    private static final String RATE = "rate";

    private CacheMessages() {}

    /**
     * An executor's report on its node's cache.
     *
     * @param pages that are there, by the objects' ids
     * @param isWhole whether these are all pages; else they came since the last report
     * @param begun orders that the executor has begun to carry out since the last report
     * @param results of orders that have ended, by their numbers: empty, or why nothing came
     */
    record Report(
            String executor,
            String host,
            Map<String, BitSet> pages,
            boolean isWhole,
            Set<Long> begun,
            Map<Long, String> results) {
        HashMap<String, Object> message() {
            HashMap<String, long[]> words = new HashMap<>();
            pages.forEach((object, set) -> words.put(object, set.toLongArray()));
            HashMap<String, Object> message = new HashMap<>();
            message.put(EXECUTOR, executor);
            message.put(HOST, host);
            message.put(PAGES, words);
            message.put(WHOLE, isWhole);
            message.put(BEGUN, begun.stream().mapToLong(id -> id).toArray());
            message.put(RESULTS, new HashMap<>(results));
            return message;
        }

        /** Reads a message. @return empty if it is anything else */
        static Optional<Report> of(Object message) {
            if (!(message instanceof Map<?, ?> fields
                    && fields.get(EXECUTOR) instanceof String executor
                    && fields.get(HOST) instanceof String host
                    && fields.get(PAGES) instanceof Map<?, ?> words
                    && fields.get(WHOLE) instanceof Boolean isWhole
                    && fields.get(BEGUN) instanceof long[] begun
                    && fields.get(RESULTS) instanceof Map<?, ?> ended)) {
                return Optional.empty();
            }
            Map<String, BitSet> pages = new HashMap<>();
            words.forEach((object, set) -> {
                if (object instanceof String id && set instanceof long[] bits) {
                    pages.put(id, BitSet.valueOf(bits));
                }
            });
            Map<Long, String> results = new HashMap<>();
            ended.forEach((id, why) -> {
                if (id instanceof Long number && why instanceof String text) {
                    results.put(number, text);
                }
            });
            Set<Long> started = LongStream.of(begun).boxed().collect(Collectors.toSet());
            return Optional.of(new Report(executor, host, pages, isWhole, started, results));
        }
    }

    /**
     * A part of a file that an executor is to bring into its node's cache.
     *
     * @param start of the part, bytes from the beginning of the file
     * @param end after its last byte
     * @param rate most bytes per second; 0 for as fast as it goes
     */
    record Order(long id, String path, long start, long end, long rate) {
        private HashMap<String, Object> message() {
            HashMap<String, Object> message = new HashMap<>();
            message.put(ID, id);
            message.put(PATH, path);
            message.put(START, start);
            message.put(END, end);
            message.put(RATE, rate);
            return message;
        }

        /** @param withdrawn numbers of earlier orders that need not be begun any more */
        static ArrayList<Object> message(List<Order> orders, Set<Long> withdrawn) {
            ArrayList<Object> message = new ArrayList<>(withdrawn);
            orders.forEach(order -> message.add(order.message()));
            return message;
        }

        /** Reads the withdrawn orders of a message. */
        static Set<Long> withdrawn(Object message) {
            Set<Long> withdrawn = new HashSet<>();
            if (message instanceof List<?> all) {
                all.forEach(each -> {
                    if (each instanceof Long id) {
                        withdrawn.add(id);
                    }
                });
            }
            return withdrawn;
        }

        /** Reads the orders of a message. Leaves out what it does not know. */
        static List<Order> of(Object message) {
            List<Order> orders = new ArrayList<>();
            if (message instanceof List<?> all) {
                for (Object each : all) {
                    if (each instanceof Map<?, ?> fields
                            && fields.get(ID) instanceof Long id
                            && fields.get(PATH) instanceof String path
                            && fields.get(START) instanceof Long start
                            && fields.get(END) instanceof Long end
                            && fields.get(RATE) instanceof Long rate) {
                        orders.add(new Order(id, path, start, end, rate));
                    }
                }
            }
            return orders;
        }
    }
}
