package io.tiercel.coordinator.service;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tiercel.coordinator.identity.Authenticator;
import io.tiercel.coordinator.identity.Authenticator.Authenticated;
import io.tiercel.coordinator.identity.SimpleAuthenticator;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.security.CallHeaders;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out who makes a call before anything of the call is read. A call that does not prove it is refused, and counted. */
public final class CallerIdentity implements ServerInterceptor {
    private static final Context.Key<@Nullable Authenticated> CURRENT = Context.key("tiercel-caller");

    private final Authenticator authenticator;
    private final CoordinatorCounters counters;
    private final OpenCalls open;

    /** @param mostCalls of one user at a time */
    public CallerIdentity(Authenticator authenticator, int mostCalls, CoordinatorCounters counters) {
        this.authenticator = authenticator;
        this.open = new OpenCalls(mostCalls);
        this.counters = counters;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        Authenticated authenticated;
        Runnable end;
        try {
            authenticated = authenticator.authenticate(headers);
            // The agents of all DataNodes are one user, but each has its own principal.
            end = authenticated
                    .principal()
                    .or(() -> authenticated.caller().map(Caller::user))
                    .map(open::begin)
                    .orElse(() -> {});
        } catch (RuntimeException e) {
            StatusRuntimeException refusal = CallResponder.error(e);
            if (refusal.getStatus().getCode() == Status.Code.UNAUTHENTICATED) {
                counters.count(CoordinatorCounter.REFUSED_IDENTITIES);
            }
            call.close(refusal.getStatus(), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        Context context = Context.current().withValue(CURRENT, authenticated);
        ServerCall<Q, R> answered = authenticated
                .session()
                .<ServerCall<Q, R>>map(session -> new SessionAnswer<>(call, session))
                .orElse(call);
        try {
            return new CallEndListener<>(Contexts.interceptCall(context, answered, headers, next), end);
        } catch (RuntimeException | Error e) {
            end.run();
            throw e;
        }
    }

    /** Runs something once the call is over, however it ends. */
    private static final class CallEndListener<Q> extends SimpleForwardingServerCallListener<Q> {
        private final Runnable end;

        CallEndListener(ServerCall.Listener<Q> listener, Runnable end) {
            super(listener);
            this.end = end;
        }

        @Override
        public void onComplete() {
            end.run();
            super.onComplete();
        }

        @Override
        public void onCancel() {
            end.run();
            super.onCancel();
        }
    }

    /** Answers with the session that began. */
    private static final class SessionAnswer<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private final String session;

        SessionAnswer(ServerCall<Q, R> call, String session) {
            super(call);
            this.session = session;
        }

        @Override
        public void sendHeaders(Metadata headers) {
            headers.put(CallHeaders.SESSION, session);
            super.sendHeaders(headers);
        }
    }

    /** Empty if the call names nobody, which is possible with simple authentication. */
    static Optional<Caller> found() {
        Authenticated current = CURRENT.get();
        return Optional.ofNullable(current).flatMap(Authenticated::caller);
    }

    /** @throws StatusRuntimeException if the call names nobody */
    static Caller caller() {
        return found().orElseThrow(() -> SimpleAuthenticator.refusal("none"));
    }

    static String user() {
        return caller().user();
    }

    /** Empty for calls that name nobody: they count as those of one user. */
    static String userOrNobody() {
        return found().map(Caller::user).orElse("");
    }

    /** The Kerberos principal of the call; empty if it has shown none. */
    static Optional<String> principal() {
        Authenticated current = CURRENT.get();
        return Optional.ofNullable(current).flatMap(Authenticated::principal);
    }

    /** The caller's job of that name. Jobs of that name of other users are other jobs. */
    static JobId job(String name) {
        return new JobId(user(), Translation.job(name));
    }
}
