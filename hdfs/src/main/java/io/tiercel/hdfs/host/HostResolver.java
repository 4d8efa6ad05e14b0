package io.tiercel.hdfs.host;

import java.io.IOException;
import java.util.Set;

/** Name resolution. May block; the {@link HostRegistry} calls it in the background only. */
public interface HostResolver {
    /**
     * The textual addresses of {@code host}.
     *
     * @throws IOException if it has none that are known now
     */
    Set<String> addresses(String host) throws IOException;

    /**
     * The host name of a textual {@code address}.
     *
     * @throws IOException if it has none that is known now
     */
    String name(String address) throws IOException;
}
