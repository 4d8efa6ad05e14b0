package io.tiercel.coordinator.service;

import com.google.protobuf.MessageLite;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.state.RefusedCallException;
import io.tiercel.hdfs.resolve.WalkLimitException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers calls with one value, or with a status if that fails. */
final class CallResponder {
    /** No thread is free, and too many calls wait for one. */
    static final Status BUSY = Status.UNAVAILABLE.withDescription("too many calls wait for HDFS; try again later");

    private static final Logger LOG = LoggerFactory.getLogger(CallResponder.class);

    /** The largest message that callers take. */
    static final int MOST_BYTES = 64 << 20;

    private CallResponder() {}

    /** Whether the caller of the call that runs here has gone, or its deadline has passed. */
    static boolean isAbandoned() {
        return Context.current().isCancelled();
    }

    /** Work that may wait for the file system. */
    interface Work<T> {
        T run() throws Exception;
    }

    static <T> void now(StreamObserver<T> observer, Work<T> work) {
        now(observer, work, UnaryOperator.identity());
    }

    private static <T> void now(StreamObserver<T> observer, Work<T> work, UnaryOperator<T> shortened) {
        T answer;
        try {
            answer = work.run();
            requireSize(answer);
        } catch (Throwable e) {
            // An Error too: the caller must not wait for its deadline.
            observer.onError(error(e));
            return;
        }
        try {
            send(observer, answer, shortened);
        } catch (StatusRuntimeException e) {
            // Too many of the user's answers wait for their callers.
            observer.onError(e);
            return;
        }
        observer.onCompleted();
    }

    private static <T> void send(StreamObserver<T> observer, T answer, UnaryOperator<T> shortened) {
        try {
            observer.onNext(answer);
        } catch (StatusRuntimeException e) {
            T shorter = shortened.apply(answer);
            if (shorter == answer) {
                throw e;
            }
            observer.onNext(shorter);
        }
    }

    private static void requireSize(Object answer) {
        int bytes = answer instanceof MessageLite message ? message.getSerializedSize() : 0;
        if (bytes > MOST_BYTES) {
            throw Status.RESOURCE_EXHAUSTED
                    .withDescription("the answer takes " + (bytes >> 20) + " MiB, and callers take "
                            + (MOST_BYTES >> 20) + "; name less at a time")
                    .asRuntimeException();
        }
    }

    /** Elsewhere, because it may take time; not at all if its caller has gone by then. */
    static <T> void later(Executor executor, StreamObserver<T> observer, Work<T> work) {
        later(executor, observer, work, () -> {});
    }

    /** @param over called once, when it is answered or will not be */
    static <T> void later(Executor executor, StreamObserver<T> observer, Work<T> work, Runnable over) {
        later(executor, observer, work, UnaryOperator.identity(), over);
    }

    /** @param shortened makes the answer that is sent if there is no room for the whole one; the same if there is none */
    static <T> void later(
            Executor executor, StreamObserver<T> observer, Work<T> work, UnaryOperator<T> shortened, Runnable over) {
        Runnable letGo = CallerIdentity.keepRequest();
        submit(executor, observer, () -> now(observer, work, shortened), () -> {
            letGo.run();
            over.run();
        });
    }

    private static void submit(Executor executor, StreamObserver<?> observer, Runnable answer, Runnable over) {
        Context context = Context.current();
        try {
            executor.execute(context.wrap(() -> {
                try {
                    if (!isAbandoned()) {
                        answer.run();
                    }
                } finally {
                    over.run();
                }
            }));
        } catch (FairCalls.TooManyCallsException e) {
            over.run();
            observer.onError(error(e));
        } catch (RejectedExecutionException e) {
            over.run();
            observer.onError(BUSY.asRuntimeException());
        }
    }

    /** An error as a status with one line for the caller. */
    static StatusRuntimeException error(Throwable e) {
        if (e instanceof StatusRuntimeException status) {
            return status;
        }
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return status(e, line).withDescription(line).asRuntimeException();
    }

    private static Status status(Throwable e, String line) {
        if (e instanceof RefusedCallException refused) {
            return switch (refused.kind()) {
                case NOT_YOURS -> Status.PERMISSION_DENIED;
                case UNKNOWN -> Status.NOT_FOUND;
                case TOO_MUCH -> Status.RESOURCE_EXHAUSTED;
            };
        }
        if (e instanceof IllegalArgumentException) {
            return Status.INVALID_ARGUMENT;
        }
        if (e instanceof WalkLimitException || e instanceof FairCalls.TooManyCallsException) {
            return Status.RESOURCE_EXHAUSTED;
        }
        if (e instanceof CancellationException) {
            return Status.CANCELLED;
        }
        if (e instanceof IOException) {
            LOG.info("HDFS cannot be asked: {}", line);
            return Status.UNAVAILABLE;
        }
        if (e instanceof RejectedExecutionException) {
            return Status.UNAVAILABLE;
        }
        LOG.warn("a call failed", e);
        return Status.INTERNAL;
    }
}
