package io.tiercel.hdfs.host;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

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
