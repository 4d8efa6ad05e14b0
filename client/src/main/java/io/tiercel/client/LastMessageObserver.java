package io.tiercel.client;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands each message of a stream on, and answers with the last. */
final class LastMessageObserver<T> implements StreamObserver<T> {
    private final Consumer<T> each;
    private final CoordinatorCalls calls;
    private final CompletableFuture<Answer<T>> answer = new CompletableFuture<>();
    private volatile @Nullable T last;

    LastMessageObserver(Consumer<T> each, CoordinatorCalls calls) {
        this.each = each;
        this.calls = calls;
    }

    CompletableFuture<Answer<T>> answer() {
        return answer;
    }

    @Override
    public void onNext(T message) {
        last = message;
        each.accept(message);
    }

    @Override
    public void onError(Throwable error) {
        answer.complete(calls.failure(error));
    }

    @Override
    public void onCompleted() {
        T message = last;
        answer.complete(
                message == null
                        ? new Answer.Refused<>(Answer.Reason.FAILED, "the coordinator answered nothing")
                        : new Answer.Given<>(message));
    }
}
