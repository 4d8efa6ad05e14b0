package io.tiercel.coordinator.identity;

import io.tiercel.hdfs.resolve.Caller;
import java.util.Optional;

/** Rights of callers beyond their own jobs and the files that HDFS lets them read. Thread-safe. */
public interface Permissions {
    /**
     * To be asked before a message of the call is read, so that nobody else takes the threads of agents.
     *
     * @param principal the Kerberos principal of the call; empty if it has shown none
     * @throws io.grpc.StatusRuntimeException with one line, if the caller is no DataNode
     */
    void requireAnyDataNode(Optional<String> principal);

    /**
     * @param principal the Kerberos principal of the call; empty if it has shown none
     * @param node the UUID that the agent says its DataNode has
     * @param host the name of that DataNode
     * @throws io.grpc.StatusRuntimeException with one line, if the caller is not this DataNode
     */
    void requireDataNode(Optional<String> principal, String node, String host);

    /** Whether the caller sees the jobs of all users. */
    boolean isAdministrator(Optional<Caller> caller);

    /** Whether the caller is a resource manager, which has to know the preferences of all applications. */
    boolean isResourceManager(Optional<Caller> caller);

    /** Whether callers learn only of blocks of files that they may read. */
    boolean guardsResidency();

    /** Simple authentication proves nothing, so nothing can be kept from anybody. */
    static Permissions everything() {
        return new Permissions() {
            @Override
            public void requireAnyDataNode(Optional<String> principal) {}

            @Override
            public void requireDataNode(Optional<String> principal, String node, String host) {}

            @Override
            public boolean isAdministrator(Optional<Caller> caller) {
                return true;
            }

            @Override
            public boolean isResourceManager(Optional<Caller> caller) {
                return true;
            }

            @Override
            public boolean guardsResidency() {
                return false;
            }
        };
    }
}
