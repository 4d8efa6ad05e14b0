package io.tiercel.client;

import io.tiercel.security.ChannelSecurity;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/**
 * How a client reaches its coordinator.
 *
 * @param host of the coordinator
 * @param port of the coordinator
 * @param security on whose behalf calls are made, and how the connection is encrypted
 * @param callDeadline for calls that the coordinator answers from memory
 * @param hintDeadline for calls that make it ask the file system
 * @param retryMost longest time between two attempts to reach it again; the first comes after a sixteenth of it
 */
public record ClientSettings(
        String host,
        int port,
        ChannelSecurity security,
        Duration callDeadline,
        Duration hintDeadline,
        Duration retryMost) {
    private static final int HIGHEST_PORT = 65_535;

    public ClientSettings {
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

    /** On behalf of a user whose name is believed, without encryption. */
    public static ClientSettings of(String host, int port, String user) {
        return of(host, port, ChannelSecurity.named(user));
    }

    /** Deadlines of 5 s and 60 s, attempts at least every 16 s. */
    public static ClientSettings of(String host, int port, ChannelSecurity security) {
        return new ClientSettings(
                host, port, security, Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(16));
    }

    /** On behalf of a user whose name is believed, without encryption. */
    public static ClientSettings parse(String address, String user) {
        return parse(address, ChannelSecurity.named(user));
    }

    /** @throws IllegalArgumentException if the address is not {@code HOST:PORT} */
    public static ClientSettings parse(String address, ChannelSecurity security) {
        int colon = address.lastIndexOf(':');
        try {
            return of(
                    address.substring(0, Math.max(0, colon)), Integer.parseInt(address.substring(colon + 1)), security);
        } catch (NumberFormatException e) {
            throw noAddress(address);
        }
    }

    private static IllegalArgumentException noAddress(String got) {
        return new IllegalArgumentException(
                "coordinator: expected HOST:PORT, got '" + got.replaceAll("\\p{Cntrl}", "?") + "'");
    }

    public String address() {
        return host + ":" + port;
    }
}
