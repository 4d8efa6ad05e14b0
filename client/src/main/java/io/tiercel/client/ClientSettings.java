package io.tiercel.client;

import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import java.time.Duration;
import java.util.List;

/**
 * How a client reaches its coordinator.
 *
 * @param coordinators where it may be; one of them is active
 * @param security on whose behalf calls are made, and how the connection is encrypted
 * @param callDeadline for calls that the coordinator answers from memory
 * @param hintDeadline for calls that make it ask the file system
 * @param retryMost longest time between two attempts to reach it again; the first comes after a sixteenth of it
 */
public record ClientSettings(
        List<Endpoint> coordinators,
        ChannelSecurity security,
        Duration callDeadline,
        Duration hintDeadline,
        Duration retryMost) {
    public ClientSettings {
        coordinators = List.copyOf(coordinators);
    }

    /** Deadlines of 5 s and 60 s, attempts at least every 16 s. */
    public static ClientSettings of(List<Endpoint> coordinators, ChannelSecurity security) {
        return new ClientSettings(
                coordinators, security, Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(16));
    }

    /**
     * On behalf of a user whose name is believed, without encryption.
     *
     * @throws IllegalArgumentException if the address is not {@code HOST:PORT}, or several of them separated by commas
     */
    public static ClientSettings parse(String address, String user) {
        return of(Endpoint.parse(address), ChannelSecurity.named(user));
    }

    public static ClientSettings of(String host, int port, String user) {
        return of(List.of(new Endpoint(host, port)), ChannelSecurity.named(user));
    }

    /** The coordinators, for people. */
    public String address() {
        return Endpoint.text(coordinators);
    }
}
