package io.tiercel.client;

import java.time.Duration;

/**
 * How a client reaches its coordinator.
 *
 * @param host of the coordinator
 * @param port of the coordinator
 * @param user on whose behalf calls are made
 * @param callDeadline for calls that the coordinator answers from memory
 * @param hintDeadline for calls that make it ask the file system
 * @param retryMost longest time between two attempts to reach it again; the first comes after a sixteenth of it
 */
public record ClientSettings(
        String host, int port, String user, Duration callDeadline, Duration hintDeadline, Duration retryMost) {
    private static final int HIGHEST_PORT = 65_535;

    public ClientSettings {
        if (host.isBlank() || port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("coordinator: expected HOST:PORT, got '" + host + ":" + port + "'");
        }
        if (user.isBlank()) {
            throw new IllegalArgumentException("user: expected a name, got nothing");
        }
    }

    /** Deadlines of 5 s and 60 s, attempts at least every 16 s. */
    public static ClientSettings of(String host, int port, String user) {
        return new ClientSettings(
                host, port, user, Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(16));
    }

    /**
     * The same, from {@code HOST:PORT}.
     *
     * @throws IllegalArgumentException if it is not that
     */
    public static ClientSettings parse(String address, String user) {
        int colon = address.lastIndexOf(':');
        try {
            return of(address.substring(0, Math.max(0, colon)), Integer.parseInt(address.substring(colon + 1)), user);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("coordinator: expected HOST:PORT, got '" + address + "'", e);
        }
    }

    /** As people write it. */
    public String address() {
        return host + ":" + port;
    }
}
