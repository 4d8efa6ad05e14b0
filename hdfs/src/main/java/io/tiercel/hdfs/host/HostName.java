package io.tiercel.hdfs.host;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One spelling for each name: lower case without the trailing dot; addresses in their canonical form without brackets, zone
 * or leading zeros, and an IPv4 address that is written as IPv6 as IPv4. Resolves nothing.
 */
final class HostName {
    private static final String OCTET = "0*(25[0-5]|2[0-4]\\d|1?\\d{1,2})";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

    private HostName() {}

    static String canonical(String host) {
        String name = host.strip().toLowerCase(Locale.ROOT);
        if (name.startsWith("[") && name.endsWith("]")) {
            name = name.substring(1, name.length() - 1);
        }
        InetAddress address = literal(name);
        if (address != null) {
            return address.getHostAddress();
        }
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    static boolean isAddress(String canonical) {
        return literal(canonical) != null;
    }

    static boolean isLoopback(String canonical) {
        InetAddress address = literal(canonical);
        return address != null && address.isLoopbackAddress();
    }

    /** The host part of {@code host:port}, canonical; of an IPv6 address without brackets all before the last colon. */
    static String ofTransferAddress(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        return canonical(colon < 0 ? hostAndPort : hostAndPort.substring(0, colon));
    }

    /** The part before the first dot; empty for an address. */
    static Optional<String> shortName(String canonical) {
        if (isAddress(canonical)) {
            return Optional.empty();
        }
        int dot = canonical.indexOf('.');
        return Optional.of(dot < 0 ? canonical : canonical.substring(0, dot));
    }

    private static @Nullable InetAddress literal(String name) {
        String bare = name.replaceFirst("(?s)%.*", "");
        if (!IPV4.matcher(bare).matches() && bare.indexOf(':') < 0) {
            return null;
        }
        try {
            // Goes to no resolver: the first is a valid address, and what is in brackets is one or refused.
            return InetAddress.getByName(bare.indexOf(':') < 0 ? decimal(bare) : "[" + bare + "]");
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** Without leading zeros, which some would read as octal. */
    private static String decimal(String ipv4) {
        return ipv4.replaceAll("(^|\\.)0+(?=\\d)", "$1");
    }
}
