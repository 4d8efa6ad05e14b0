package io.tiercel.coordinator.service;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.migrate.ledger.JobId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The caller, by the call's metadata: believed, as HDFS' simple authentication believes. A proof of identity (TLS,
 * Kerberos) would replace this interceptor.
 */
public final class CallerIdentity implements ServerInterceptor {
    /** The metadata entry that names the user, URL-encoded. */
    public static final Metadata.Key<String> USER = Metadata.Key.of("tiercel-user", Metadata.ASCII_STRING_MARSHALLER);

    private static final Context.Key<@Nullable String> CURRENT = Context.key("tiercel-user");

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        Context context = Context.current().withValue(CURRENT, headers.get(USER));
        return Contexts.interceptCall(context, call, headers, next);
    }

    /** @throws io.grpc.StatusRuntimeException if the call does not say, or not properly */
    static String user() {
        String entry = CURRENT.get();
        if (entry == null || entry.isBlank()) {
            throw refusal("got none");
        }
        try {
            String user = URLDecoder.decode(entry, StandardCharsets.UTF_8);
            if (!user.isBlank() && user.chars().noneMatch(Character::isISOControl)) {
                return user;
            }
        } catch (IllegalArgumentException e) {
            // As other names that are none.
        }
        throw refusal("got '" + entry + "'");
    }

    /** The caller's job of that name. Jobs of that name of other users are other jobs. */
    static JobId job(String name) {
        return new JobId(user(), Translation.job(name));
    }

    private static StatusRuntimeException refusal(String got) {
        return Status.INVALID_ARGUMENT
                .withDescription("expected the user's name in the metadata entry tiercel-user, " + got)
                .asRuntimeException();
    }
}
