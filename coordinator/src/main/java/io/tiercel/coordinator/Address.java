package io.tiercel.coordinator;

import io.tiercel.config.Key;
import java.net.InetSocketAddress;

/** {@code HOST:PORT}. */
final class Address {
    private static final int HIGHEST_PORT = 65_535;

    private Address() {}

    /** @throws IllegalArgumentException in one line that names the key */
    static InetSocketAddress parse(Key<String> key, String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port >= 0 && port <= HIGHEST_PORT) {
                return new InetSocketAddress(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(key + ": expected HOST:PORT, got '" + text + "'");
    }
}
