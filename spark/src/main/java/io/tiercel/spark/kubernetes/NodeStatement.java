package io.tiercel.spark.kubernetes;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An executor tells the driver on which node its pod is. The message consists of classes that every JVM has: its reader does not
 * always know those of plugins.
 *
 * @param host as the scheduler calls the executor: its pod's address
 * @param node the node's name; empty if the executor does not know it
 * @param address the node's own address; empty if the executor does not know it
 */
public record NodeStatement(String executor, String host, Optional<String> node, Optional<String> address) {
    private static final String EXECUTOR = "nodeOf";
    private static final String HOST = "host";
    private static final String NODE = "node";
    private static final String ADDRESS = "address";

    /** What a name or an address of either version consists of. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:%\\[\\]-]{1,253}");

    HashMap<String, Object> message() {
        HashMap<String, Object> message = new HashMap<>();
        message.put(EXECUTOR, executor);
        message.put(HOST, host);
        message.put(NODE, node.orElse(""));
        message.put(ADDRESS, address.orElse(""));
        return message;
    }

    /** Reads a message. What is no name counts as unknown. @return empty if it is anything else */
    public static Optional<NodeStatement> of(@Nullable Object message) {
        return message instanceof Map<?, ?> fields
                        && fields.get(EXECUTOR) instanceof String executor
                        && fields.get(HOST) instanceof String host
                        && isName(host)
                ? Optional.of(new NodeStatement(executor, host, name(fields.get(NODE)), name(fields.get(ADDRESS))))
                : Optional.empty();
    }

    private static Optional<String> name(@Nullable Object value) {
        return value instanceof String text && isName(text) ? Optional.of(text) : Optional.empty();
    }

    private static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }
}
