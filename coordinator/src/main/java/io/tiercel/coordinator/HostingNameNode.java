package io.tiercel.coordinator;

import io.tiercel.coordinator.identity.TokenVerifier;
import io.tiercel.hdfs.resolve.BlockFiles;
import java.util.Optional;

/** The NameNode in which a coordinator runs. */
public interface HostingNameNode extends ReadDirector, TokenVerifier, BlockFiles {
    /** Whether a DataNode's UUID is that of the host; empty if no DataNode has registered with it so far. */
    Optional<Boolean> isDataNodeOf(String node, String host);

    /** The epoch of the NameNode's active period. It is higher than that of any active period before, of whichever NameNode. */
    long epoch();
}
