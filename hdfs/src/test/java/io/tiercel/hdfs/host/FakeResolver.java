package io.tiercel.hdfs.host;

import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Knows what the test has told it. */
public final class FakeResolver implements HostResolver {
    final Map<String, Set<String>> addresses = new HashMap<>();
    final Map<String, String> names = new HashMap<>();
    final List<String> asked = new ArrayList<>();

    @Override
    public Set<String> addresses(String host) throws UnknownHostException {
        asked.add(host);
        Set<String> found = addresses.get(host);
        if (found == null) {
            throw new UnknownHostException(host);
        }
        return found;
    }

    @Override
    public String name(String address) throws UnknownHostException {
        asked.add(address);
        String found = names.get(address);
        if (found == null) {
            throw new UnknownHostException(address);
        }
        return found;
    }
}
