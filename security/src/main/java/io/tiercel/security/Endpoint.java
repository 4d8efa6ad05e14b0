package io.tiercel.security;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where a coordinator may listen. */
public record Endpoint(String host, int port) {
    private static final int HIGHEST_PORT = 65_535;

    /** @throws IllegalArgumentException if it is no address */
    public Endpoint {
        if (!isHost(host) || port < 1 || port > HIGHEST_PORT) {
            throw noAddress(host + ":" + port);
        }
    }

    /** Whether it is a name or an address, with or without brackets, as gRPC takes it. */
    private static boolean isHost(String host) {
        try {
            String taken = new URI(null, null, host, 1, null, null, null).getHost();
            return host.equals(taken) || ("[" + host + "]").equals(taken);
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /**
     * @param text {@code HOST:PORT}, or several of them separated by commas
     * @throws IllegalArgumentException if it is not
     */
    public static List<Endpoint> parse(String text) {
        return Stream.of(text.split(",", -1)).map(each -> one(each.strip())).toList();
    }

    /** All of them, for people. */
    public static String text(List<Endpoint> endpoints) {
        return endpoints.stream().map(Endpoint::toString).collect(Collectors.joining(" or "));
    }

    private static Endpoint one(String text) {
        int colon = text.lastIndexOf(':');
        try {
            return new Endpoint(text.substring(0, Math.max(0, colon)), Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw noAddress(text);
        }
    }

    private static IllegalArgumentException noAddress(String got) {
        return new IllegalArgumentException(
                "coordinator: expected HOST:PORT, got '" + got.replaceAll("\\p{Cntrl}", "?") + "'");
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
