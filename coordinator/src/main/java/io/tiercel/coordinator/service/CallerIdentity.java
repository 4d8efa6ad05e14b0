package io.tiercel.coordinator.service;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * The caller, by the call's metadata: believed, as HDFS' simple authentication believes. A proof of identity (TLS,
 * Kerberos) would replace this interceptor.
 */
public final class CallerIdentity implements ServerInterceptor {
    /** The metadata entry that names the user. */
    public static final Metadata.Key<String> USER = Metadata.Key.of("tiercel-user", Metadata.ASCII_STRING_MARSHALLER);

    private static final Context.Key<@Nullable String> CURRENT = Context.key("tiercel-user");

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        Context context = Context.current().withValue(CURRENT, headers.get(USER));
        return Contexts.interceptCall(context, call, headers, next);
    }

    /** @throws io.grpc.StatusRuntimeException if the call does not say */
    static String user() {
        String user = CURRENT.get();
        if (user == null || user.isBlank()) {
            throw Status.INVALID_ARGUMENT
                    .withDescription("expected the user's name in the metadata entry tiercel-user, got none")
                    .asRuntimeException();
        }
        return user;
    }
}
