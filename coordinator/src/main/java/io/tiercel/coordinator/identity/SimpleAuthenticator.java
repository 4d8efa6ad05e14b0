package io.tiercel.coordinator.identity;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tiercel.config.Excerpt;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.security.CallHeaders;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Believes the name that a call gives, as HDFS' simple authentication does. */
public final class SimpleAuthenticator implements Authenticator {
    @Override
    public Authenticated authenticate(Metadata headers) {
        return new Authenticated(
                Optional.ofNullable(headers.get(CallHeaders.USER))
                        .filter(entry -> !entry.isBlank())
                        .map(SimpleAuthenticator::caller),
                Optional.empty(),
                Optional.empty());
    }

    private static Caller caller(String entry) {
        try {
            String user = URLDecoder.decode(entry, StandardCharsets.UTF_8);
            if (CallHeaders.isUser(user)) {
                return Caller.named(user);
            }
        } catch (IllegalArgumentException e) {
            // As other names that are none.
        }
        throw refusal("'" + Excerpt.of(entry) + "'");
    }

    /** A call that names no user, or not properly. */
    public static StatusRuntimeException refusal(String got) {
        return Status.INVALID_ARGUMENT
                .withDescription(
                        "expected the user's name in the metadata entry " + CallHeaders.USER.name() + ", got " + got)
                .asRuntimeException();
    }
}
