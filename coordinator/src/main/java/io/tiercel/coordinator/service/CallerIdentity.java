package io.tiercel.coordinator.service;

import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import io.tiercel.coordinator.identity.Authenticator;
import io.tiercel.coordinator.identity.Authenticator.Authenticated;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.identity.SimpleAuthenticator;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.security.CallHeaders;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out who makes a call before anything of the call is read. A call that does not prove it is refused, and counted. */
public final class CallerIdentity implements ServerInterceptor {
    /** The most bytes of requests and answers that a user's open calls may have together: as many as the largest answer. */
    private static final long MOST_BYTES = CallResponder.MOST_BYTES;

    private static final Context.Key<@Nullable Authenticated> CURRENT = Context.key("tiercel-caller");
    private static final Context.Key<OpenCalls.@Nullable Call> COUNTED = Context.key("tiercel-call");

    private final Authenticator authenticator;
    private final Permissions permissions;
    private final CoordinatorCounters counters;
    private final OpenCalls open;

    /** @param mostCalls of one user at a time */
    public CallerIdentity(
            Authenticator authenticator, Permissions permissions, int mostCalls, CoordinatorCounters counters) {
        this.authenticator = authenticator;
        this.permissions = permissions;
        this.open = new OpenCalls(mostCalls, MOST_BYTES);
        this.counters = counters;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        Authenticated authenticated;
        Optional<OpenCalls.Call> counted;
        try {
            authenticated = authenticator.authenticate(headers);
            if (AgentsGrpc.SERVICE_NAME.equals(call.getMethodDescriptor().getServiceName())) {
                permissions.requireAnyDataNode(authenticated.principal());
            }
            // The agents of all DataNodes are one user, but each has its own principal.
            counted = authenticated
                    .principal()
                    .or(() -> authenticated.caller().map(Caller::user))
                    .map(open::begin);
        } catch (RuntimeException e) {
            StatusRuntimeException refusal = CallResponder.error(e);
            switch (refusal.getStatus().getCode()) {
                case UNAUTHENTICATED -> counters.count(CoordinatorCounter.REFUSED_IDENTITIES);
                case PERMISSION_DENIED -> counters.count(CoordinatorCounter.REFUSED_AGENTS);
                default -> {}
            }
            call.close(refusal.getStatus(), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        ServerCall<Q, R> answered = authenticated
                .session()
                .<ServerCall<Q, R>>map(session -> new SessionAnswer<>(call, session))
                .orElse(call);
        Context context = Context.current().withValue(CURRENT, authenticated);
        if (counted.isEmpty()) {
            return Contexts.interceptCall(context, answered, headers, next);
        }
        OpenCalls.Call open = counted.get();
        ServerCall<Q, R> bounded = new CountedAnswers<>(answered, open);
        try {
            return new CountedCall<>(
                    Contexts.interceptCall(context.withValue(COUNTED, open), bounded, headers, next), bounded, open);
        } catch (RuntimeException | Error e) {
            open.end();
            throw e;
        }
    }

    /**
     * Counts a call until it is over, however it ends, with the message of a call that has only one. A stream's requests are taken one
     * at a time, and bounded by their service.
     */
    private static final class CountedCall<Q> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<Q, ?> call;
        private final OpenCalls.Call counted;
        private boolean isRefused;

        CountedCall(ServerCall.Listener<Q> listener, ServerCall<Q, ?> call, OpenCalls.Call counted) {
            super(listener);
            this.call = call;
            this.counted = counted;
        }

        @Override
        public void onMessage(Q message) {
            if (call.getMethodDescriptor().getType().clientSendsOneMessage() && message instanceof Message known) {
                try {
                    counted.hold(RequestHeap.bytes(known));
                } catch (StatusRuntimeException e) {
                    isRefused = true;
                    call.close(e.getStatus(), new Metadata());
                    return;
                }
            }
            super.onMessage(message);
        }

        /** The service begins with the end of the message. */
        @Override
        public void onHalfClose() {
            if (!isRefused) {
                super.onHalfClose();
            }
        }

        /** All but some KiB of what was sent has left. */
        @Override
        public void onReady() {
            if (!isRefused
                    && call.isReady()
                    && !call.getMethodDescriptor().getType().serverSendsOneMessage()) {
                counted.stream(0);
            }
            super.onReady();
        }

        @Override
        public void onComplete() {
            counted.end();
            super.onComplete();
        }

        @Override
        public void onCancel() {
            counted.end();
            super.onCancel();
        }
    }

    /** Counts the last answer until it has been sent: a caller that takes none must not fill the heap with them. */
    private static final class CountedAnswers<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private final OpenCalls.Call counted;

        CountedAnswers(ServerCall<Q, R> call, OpenCalls.Call counted) {
            super(call);
            this.counted = counted;
        }

        /** @throws StatusRuntimeException if this is an only answer, and the user's messages take as many bytes as anybody's may */
        @Override
        public void sendMessage(R message) {
            if (message instanceof MessageLite known) {
                int bytes = known.getSerializedSize();
                if (getMethodDescriptor().getType().serverSendsOneMessage()) {
                    counted.answer(bytes);
                } else {
                    counted.stream(bytes);
                }
            }
            super.sendMessage(message);
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

    /** Counts the current call's request on, though its caller may go, until what is returned is run once. */
    static Runnable keepRequest() {
        OpenCalls.Call counted = COUNTED.get();
        if (counted == null) {
            return () -> {};
        }
        counted.keep();
        return counted::letGo;
    }

    /** The caller's job of that name. Jobs of that name of other users are other jobs. */
    static JobId job(String name) {
        return new JobId(user(), Translation.job(name));
    }
}
