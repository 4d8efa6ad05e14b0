package io.tiercel.client;

import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.StreamObserver;
import io.tiercel.security.CoordinatorChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes calls over one channel and turns whatever comes of them into answers. */
final class CoordinatorCalls {
    /** gRPC's text for a connection that was closed before it was ready. A server with TLS does so to a client without. */
    private static final String CLOSED = "Network closed for unknown reason";

    /** How gRPC puts it that the other side does not speak its protocol. */
    private static final String NO_HTTP2 = "http2 exception";

    /** How gRPC begins what a web server answers. */
    private static final String HTTP = "HTTP status code";

    /** gRPC's own waits between attempts to connect grow to two minutes. Ours do not, but calls may fail many times a second. */
    private static final long LEAST_RECONNECT_NANOS = 1_000_000_000;

    private final CoordinatorChannel channel;
    private final ClientSettings settings;
    private final Consumer<Availability> listener;
    private final Set<Runnable> whenReached = ConcurrentHashMap.newKeySet();
    private volatile Availability availability = Availability.UNKNOWN;

    /** Held while the listener hears: it hears changes one by one, and the last one last. */
    private final Object telling = new Object();

    private Availability.State told = Availability.UNKNOWN.state();

    /** By {@link System#nanoTime}. */
    private final AtomicLong reconnected = new AtomicLong(System.nanoTime() - LEAST_RECONNECT_NANOS);

    /** @param listener hears once of each change of availability */
    CoordinatorCalls(CoordinatorChannel channel, ClientSettings settings, Consumer<Availability> listener) {
        this.channel = channel;
        this.settings = settings;
        this.listener = listener;
    }

    Availability availability() {
        return availability;
    }

    /** For stubs. */
    Channel channel() {
        return channel.calls();
    }

    /** The epoch of the coordinator that answers; 0 if it has none. */
    long epoch() {
        return channel.epoch();
    }

    /** The next call connects at once. */
    void resetConnectBackoff() {
        channel.resetConnectBackoff();
    }

    void close() {
        channel.close();
    }

    <S extends AbstractStub<S>> S within(S stub, Duration deadline) {
        return stub.withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * @param call an asynchronous call of a stub, such as {@code (request, observer) -> stub.renew(request, observer)}
     * @return completes always, and never exceptionally
     */
    <Q, R> CompletableFuture<Answer<R>> call(Q request, BiConsumer<Q, StreamObserver<R>> call) {
        return call(request, call, ignored -> {});
    }

    /** As the above, of a call with several messages: hands each on, and answers with the last. */
    <Q, R> CompletableFuture<Answer<R>> call(Q request, BiConsumer<Q, StreamObserver<R>> call, Consumer<R> each) {
        CompletableFuture<Answer<R>> answer = new CompletableFuture<>();
        begin(request, call, each, answer, channel.size());
        return answer;
    }

    /** @param attempts how many coordinators may be tried before the answer is that there is none */
    private <Q, R> void begin(
            Q request,
            BiConsumer<Q, StreamObserver<R>> call,
            Consumer<R> each,
            CompletableFuture<Answer<R>> answer,
            int attempts) {
        StreamObserver<R> observer = new StreamObserver<>() {
            private volatile @Nullable Answer<R> last;

            @Override
            public void onNext(R message) {
                heard();
                last = new Answer.Given<>(message);
                each.accept(message);
            }

            @Override
            public void onError(Throwable error) {
                boolean isAway = Status.fromThrowable(error).getCode() == Status.Code.UNAVAILABLE;
                if (isAway && last == null && attempts > 1) {
                    begin(request, call, each, answer, attempts - 1);
                    return;
                }
                if (isAway) {
                    reconnectSoon();
                }
                answer.complete(failure(error));
            }

            @Override
            public void onCompleted() {
                Answer<R> given = last;
                answer.complete(
                        given == null
                                ? new Answer.Refused<>(Answer.Reason.FAILED, "the coordinator answered nothing")
                                : given);
            }
        };
        try {
            call.accept(request, observer);
        } catch (Throwable e) {
            // The channel is shut down, for one. An Error ends the call as well, so that nobody waits for ever.
            answer.complete(failure(e));
        }
    }

    private void reconnectSoon() {
        long now = System.nanoTime();
        long last = reconnected.get();
        if (now - last >= LEAST_RECONNECT_NANOS && reconnected.compareAndSet(last, now)) {
            channel.resetConnectBackoff();
        }
    }

    void heard() {
        change(Availability.REACHED);
    }

    /** Runs an action each time the coordinator is reached that was not before, until {@link #forget}. It must not wait. */
    void whenReached(Runnable action) {
        whenReached.add(action);
    }

    void forget(Runnable action) {
        whenReached.remove(action);
    }

    private void change(Availability to) {
        boolean changed;
        synchronized (this) {
            changed = availability.state() != to.state();
            availability = to;
        }
        if (!changed) {
            return;
        }
        tell();
        if (to.state() == Availability.State.REACHED) {
            whenReached.forEach(CoordinatorCalls::run);
        }
    }

    private void tell() {
        synchronized (telling) {
            Availability now = availability;
            if (now.state() != told) {
                told = now.state();
                run(() -> listener.accept(now));
            }
        }
    }

    private static void run(Runnable others) {
        try {
            others.run();
        } catch (Throwable e) {
            // An error of a listener must not end a call.
        }
    }

    <R> Answer<R> failure(Throwable error) {
        Status status = Status.fromThrowable(error);
        String whole = status.getDescription() == null ? status.getCode().name() : status.getDescription();
        String text = whole.lines().findFirst().orElse("");
        if (status.getCode() == Status.Code.INTERNAL && text.equals(NO_HTTP2) || text.startsWith(HTTP)) {
            return absent("cannot be reached: expected a coordinator there, something else answers");
        }
        return switch (status.getCode()) {
            case DEADLINE_EXCEEDED -> absent("did not answer in time");
            case UNAVAILABLE, CANCELLED, UNKNOWN ->
                absent("cannot be reached: " + cause(status, text)
                        + (text.equals(CLOSED) ? "; it may expect TLS" : ""));
            case INVALID_ARGUMENT -> refused(Answer.Reason.MALFORMED, text);
            case PERMISSION_DENIED, UNAUTHENTICATED -> refused(Answer.Reason.NOT_ALLOWED, text);
            case NOT_FOUND -> refused(Answer.Reason.UNKNOWN, text);
            case RESOURCE_EXHAUSTED -> refused(Answer.Reason.TOO_MUCH, text);
            default -> refused(Answer.Reason.FAILED, text);
        };
    }

    private <R> Answer<R> refused(Answer.Reason reason, String text) {
        heard();
        return new Answer.Refused<>(reason, text);
    }

    private <R> Answer<R> absent(String problem) {
        String why = "the coordinator at " + settings.address() + " " + problem;
        change(new Availability(Availability.State.ABSENT, why));
        return new Answer.Absent<>(why);
    }

    private static String cause(Status status, String text) {
        Throwable cause = status.getCause();
        while (cause != null && cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String deeper = cause == null ? null : cause.getMessage();
        String line = deeper == null || deeper.isBlank() ? text : deeper;
        // As finishConnect(..) failed with error(-111): Connection refused.
        return line.lines().findFirst().orElse("").replaceFirst("^\\w+\\(\\.\\.\\) failed[^:]*: ", "");
    }
}
