package io.tiercel.hdfs.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Name resolution. May block; the {@link HostRegistry} calls it in the background only. */
public interface HostResolver {
    /** The textual addresses of {@code host}; throws if it has none that are known now. */
    Set<String> addresses(String host) throws IOException;

    /** The host name of a textual {@code address}; throws if it has none that is known now. */
    String name(String address) throws IOException;

    /** The JVM's own resolution, with the JVM's own caching. */
    final class SystemResolver implements HostResolver {
        @Override
        public Set<String> addresses(String host) throws UnknownHostException {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .map(InetAddress::getHostAddress)
                    .collect(Collectors.toUnmodifiableSet());
        }

        @Override
        public String name(String address) throws UnknownHostException {
            String name = InetAddress.getByName(address).getCanonicalHostName();
            if (HostName.isAddress(HostName.canonical(name))) {
                throw new UnknownHostException(address + " has no name");
            }
            return name;
        }
    }
}
