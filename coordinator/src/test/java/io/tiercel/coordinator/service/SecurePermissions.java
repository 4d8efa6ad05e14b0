package io.tiercel.coordinator.service;

import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.hdfs.resolve.Caller;
import java.util.Optional;

/** As with Kerberos: HDFS is asked who may know of a block, and nobody has rights of an administrator. All may be DataNodes. */
class SecurePermissions implements Permissions {
    @Override
    public void requireAnyDataNode(Optional<String> principal) {}

    @Override
    public void requireDataNode(Optional<String> principal, String node, String host) {}

    @Override
    public boolean isAdministrator(Optional<Caller> caller) {
        return false;
    }

    @Override
    public boolean isResourceManager(Optional<Caller> caller) {
        return false;
    }

    @Override
    public boolean guardsResidency() {
        return true;
    }
}
