package io.tiercel.cachefs.peer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that serves pages of its node's cache. @param host name or address @param port where it listens */
public record Peer(String host, int port) {
    /** Colons only in brackets: an IPv6 address has some of its own. */
    private static final Pattern TEXT = Pattern.compile("(\\[[0-9a-fA-F:.%]+\\]|[^\\s:\\[\\]]+):(\\d{1,5})");

    /** Reads {@code host:port}. @return empty if the text is anything else */
    public static Optional<Peer> parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            return Optional.empty();
        }
        int port = Integer.parseInt(parts.group(2));
        return port < 1 || port > 65_535 ? Optional.empty() : Optional.of(new Peer(parts.group(1), port));
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
