package io.tiercel.spark.cache;

import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.peer.Peer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Messages between executors and the driver about caches. They consist of classes that every JVM has: the reader of a message
 * does not always know those of plugins.
 */
final class CacheMessages {
    private static final String EXECUTOR = "executor";
    private static final String HOST = "host";
    private static final String PAGES = "pages";
    private static final String WHOLE = "whole";
    private static final String BEGIN = "begin";
    private static final String RESULTS = "results";
    private static final String ORDERS = "orders";
    private static final String KEPT = "kept";
    private static final String ID = "id";
    private static final String PATH = "path";
    private static final String START = "start";
    private static final String END = "end";
    private static final String RATE = "rate";
    private static final String PORT = "port";
    private static final String ADDRESS = "address";
    private static final String OTHERS = "others";
    private static final String OBJECT = "object";
    private static final String SECRET = "secret";

    private CacheMessages() {}

    /** Keeps the order. */
    private static LinkedHashMap<String, long[]> words(Map<String, BitSet> pages) {
        LinkedHashMap<String, long[]> words = new LinkedHashMap<>();
        pages.forEach((object, set) -> words.put(object, set.toLongArray()));
        return words;
    }

    private static Map<String, BitSet> sets(Map<?, ?> words) {
        Map<String, BitSet> pages = new LinkedHashMap<>();
        words.forEach((object, set) -> {
            if (object instanceof String id && set instanceof long[] bits) {
                pages.put(id, BitSet.valueOf(bits));
            }
        });
        return pages;
    }

    /**
     * An executor's report on its node's cache.
     *
     * @param pages that are there, by the objects' ids
     * @param isWhole whether these are all pages; else they came since the last report
     * @param results of orders that have ended, by their numbers: empty, or why nothing came
     * @param host whose cache it is
     * @param address where it serves pages to other nodes; the host in a message of an older jar, which has none
     * @param port of that address; 0 if it does not
     */
    record Report(
            String executor,
            String host,
            Map<String, BitSet> pages,
            boolean isWhole,
            Map<Long, String> results,
            String address,
            int port) {
        HashMap<String, Object> message() {
            HashMap<String, Object> message = new HashMap<>();
            message.put(EXECUTOR, executor);
            message.put(HOST, host);
            message.put(PAGES, words(pages));
            message.put(WHOLE, isWhole);
            message.put(RESULTS, new HashMap<>(results));
            message.put(ADDRESS, address);
            message.put(PORT, port);
            return message;
        }

        /** Reads a message. @return empty if it is anything else */
        static Optional<Report> of(@Nullable Object message) {
            if (!(message instanceof Map<?, ?> fields
                    && fields.get(EXECUTOR) instanceof String executor
                    && fields.get(HOST) instanceof String host
                    && fields.get(PAGES) instanceof Map<?, ?> words
                    && fields.get(WHOLE) instanceof Boolean isWhole
                    && fields.get(RESULTS) instanceof Map<?, ?> ended
                    && fields.get(PORT) instanceof Integer port)) {
                return Optional.empty();
            }
            String address = fields.get(ADDRESS) instanceof String named ? named : host;
            Map<Long, String> results = new HashMap<>();
            ended.forEach((id, why) -> {
                if (id instanceof Long number && why instanceof String text) {
                    results.put(number, text);
                }
            });
            return Optional.of(new Report(executor, host, sets(words), isWhole, results, address, port));
        }
    }

    /** An executor asks whether it may begin an order. The answer is a {@link Boolean}. */
    record Begin(String executor, long order) {
        HashMap<String, Object> message() {
            HashMap<String, Object> message = new HashMap<>();
            message.put(EXECUTOR, executor);
            message.put(BEGIN, order);
            return message;
        }

        /** Reads a message. @return empty if it is anything else */
        static Optional<Begin> of(Object message) {
            return message instanceof Map<?, ?> fields
                            && fields.get(EXECUTOR) instanceof String executor
                            && fields.get(BEGIN) instanceof Long order
                    ? Optional.of(new Begin(executor, order))
                    : Optional.empty();
        }
    }

    /**
     * The driver's answer to a report.
     *
     * @param kept pages that the node is not to evict, by the objects' ids, those first that matter most; empty if they are as before
     * @param othersHold whether caches of other nodes have anything that this node may read from them
     */
    record Answer(List<Order> orders, Optional<Map<String, BitSet>> kept, boolean othersHold) {
        HashMap<String, Object> message() {
            HashMap<String, Object> message = new HashMap<>();
            message.put(ORDERS, Order.message(orders));
            kept.ifPresent(pages -> message.put(KEPT, words(pages)));
            message.put(OTHERS, othersHold);
            return message;
        }

        /** Reads a message. Leaves out what it does not know. */
        static Answer of(@Nullable Object message) {
            if (!(message instanceof Map<?, ?> fields)) {
                return new Answer(List.of(), Optional.empty(), false);
            }
            return new Answer(
                    Order.of(fields.get(ORDERS)),
                    fields.get(KEPT) instanceof Map<?, ?> words ? Optional.of(sets(words)) : Optional.empty(),
                    Boolean.TRUE.equals(fields.get(OTHERS)));
        }
    }

    /** An executor asks for the secret by which those of its application know each other. The answer is a byte[], or null for none. */
    record SecretRequest(String executor) {
        HashMap<String, Object> message() {
            HashMap<String, Object> message = new HashMap<>();
            message.put(SECRET, executor);
            return message;
        }

        static Optional<SecretRequest> of(@Nullable Object message) {
            return message instanceof Map<?, ?> fields && fields.get(SECRET) instanceof String executor
                    ? Optional.of(new SecretRequest(executor))
                    : Optional.empty();
        }
    }

    /** An executor asks which other nodes have pages of an object. @param object its id */
    record HoldersRequest(String object, String host) {
        HashMap<String, Object> message() {
            HashMap<String, Object> message = new HashMap<>();
            message.put(OBJECT, object);
            message.put(HOST, host);
            return message;
        }

        static Optional<HoldersRequest> of(@Nullable Object message) {
            return message instanceof Map<?, ?> fields
                            && fields.get(OBJECT) instanceof String object
                            && fields.get(HOST) instanceof String host
                    ? Optional.of(new HoldersRequest(object, host))
                    : Optional.empty();
        }
    }

    /** The answer: nodes with pages of the object, and where they serve them. */
    record Holders(List<Holder> all) {
        ArrayList<Object> message() {
            ArrayList<Object> message = new ArrayList<>();
            for (Holder holder : all) {
                HashMap<String, Object> fields = new HashMap<>();
                fields.put(HOST, holder.peer().host());
                fields.put(PORT, holder.peer().port());
                fields.put(PAGES, holder.pages().toLongArray());
                message.add(fields);
            }
            return message;
        }

        /** Reads a message. Leaves out what it does not know. */
        static Holders of(@Nullable Object message) {
            List<Holder> holders = new ArrayList<>();
            if (message instanceof List<?> all) {
                for (Object each : all) {
                    if (each instanceof Map<?, ?> fields
                            && fields.get(HOST) instanceof String host
                            && fields.get(PORT) instanceof Integer port
                            && fields.get(PAGES) instanceof long[] pages) {
                        holders.add(new Holder(new Peer(host, port), BitSet.valueOf(pages)));
                    }
                }
            }
            return new Holders(holders);
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

        private static ArrayList<Object> message(List<Order> orders) {
            ArrayList<Object> message = new ArrayList<>();
            orders.forEach(order -> message.add(order.message()));
            return message;
        }

        /** Reads a message. Leaves out what it does not know. */
        private static List<Order> of(@Nullable Object message) {
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
