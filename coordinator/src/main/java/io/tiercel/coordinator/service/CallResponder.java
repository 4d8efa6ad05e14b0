package io.tiercel.coordinator.service;

import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Answers calls with one value, or with a status if that fails. */
final class CallResponder {
    private CallResponder() {}

    /** Work that may wait for the file system. */
    interface Work<T> {
        T run() throws Exception;
    }

    static <T> void now(StreamObserver<T> observer, Work<T> work) {
        T answer;
        try {
            answer = work.run();
        } catch (Throwable e) {
            // An Error too: the caller must not wait for its deadline.
            observer.onError(ErrorStatus.of(e));
            return;
        }
        observer.onNext(answer);
        observer.onCompleted();
    }

    /** Elsewhere, because it may take time; not at all if its caller has gone by then. */
    static <T> void later(Executor executor, StreamObserver<T> observer, Work<T> work) {
        later(executor, observer, work, () -> {});
    }

    /** @param over called once, when it is answered or will not be */
    static <T> void later(Executor executor, StreamObserver<T> observer, Work<T> work, Runnable over) {
        Context context = Context.current();
        try {
            executor.execute(context.wrap(() -> {
                try {
                    if (!context.isCancelled()) {
                        now(observer, work);
                    }
                } finally {
                    over.run();
                }
            }));
        } catch (RejectedExecutionException e) {
            over.run();
            observer.onError(Status.UNAVAILABLE
                    .withDescription("too many calls wait for HDFS; try again later")
                    .asRuntimeException());
        }
    }
}
