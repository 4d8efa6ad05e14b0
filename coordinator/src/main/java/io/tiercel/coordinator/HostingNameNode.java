package io.tiercel.coordinator;

import io.tiercel.coordinator.identity.TokenVerifier;
import io.tiercel.hdfs.resolve.BlockFiles;

/** The NameNode in which a coordinator runs. */
public interface HostingNameNode extends ReadDirector, TokenVerifier, BlockFiles {
    /** Whether a DataNode's UUID is that of the host. An unknown UUID may be anybody's. */
    boolean isDataNodeOf(String node, String host);

    /** Of this time in which it is active: higher than that of any NameNode that was active before. */
    long epoch();
}
