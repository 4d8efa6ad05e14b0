package io.tiercel.coordinator.identity;

import io.grpc.Metadata;
import io.tiercel.hdfs.resolve.Caller;
import java.util.Optional;

/** Finds out who makes a call. Thread-safe. */
public interface Authenticator {
    /**
     * Who was found.
     *
     * @param caller a user; empty for a daemon, and for a call that names nobody where that is allowed
     * @param principal a Kerberos principal that has proven itself; empty if none has
     * @param session to be answered with; empty if there is nothing new to tell
     */
    record Authenticated(Optional<Caller> caller, Optional<String> principal, Optional<String> session) {}

    /**
     * May wait for HDFS where tokens are verified elsewhere.
     *
     * @throws io.grpc.StatusRuntimeException with one line for the caller, if it does not prove who it is
     */
    Authenticated authenticate(Metadata headers);
}
