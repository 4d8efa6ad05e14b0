package io.tiercel.hdfs.host;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One data node, as a block location names it.
 *
 * @param host its host name as it is configured
 * @param transferAddress {@code address:port} as the name node sees it; {@code host:0} where the file system tells none
 * @param topologyPath {@code /rack/address:port}, null where the file system tells none
 */
public record DataNodeSighting(String host, String transferAddress, @Nullable String topologyPath) {
    /** The path without its last step. */
    Optional<String> rack() {
        int end = topologyPath == null ? -1 : topologyPath.lastIndexOf('/');
        return end <= 0 ? Optional.empty() : Optional.of(topologyPath.substring(0, end));
    }
}
