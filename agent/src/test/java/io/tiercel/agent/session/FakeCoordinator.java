package io.tiercel.agent.session;

import io.tiercel.agent.session.CoordinatorSession.CoordinatorApi;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives prepared answers, and keeps the requests. */
final class FakeCoordinator implements CoordinatorApi {
    final List<RegisterRequest> registered = new ArrayList<>();
    final List<ExchangeRequest> exchanged = new ArrayList<>();
    final List<Long> deadlines = new ArrayList<>();
    final Deque<ExchangeReply> replies = new ArrayDeque<>();
    RegisterReply welcome = RegisterReply.newBuilder()
            .setSession(7)
            .setIntervalMillis(1_000)
            .setLeaseMillis(10_000)
            .build();
    boolean silent;

    @Nullable
    Throwable failure;

    @Override
    public RegisterReply register(RegisterRequest request, long deadlineNanos) throws IOException {
        registered.add(request);
        answerOrFail(deadlineNanos);
        return welcome;
    }

    @Override
    public ExchangeReply exchange(ExchangeRequest request, long deadlineNanos) throws IOException {
        exchanged.add(request);
        answerOrFail(deadlineNanos);
        return replies.isEmpty() ? ExchangeReply.getDefaultInstance() : replies.remove();
    }

    private void answerOrFail(long deadlineNanos) throws IOException {
        deadlines.add(deadlineNanos);
        if (failure instanceof Error error) {
            throw error;
        } else if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (silent) {
            throw new IOException("no answer");
        }
    }

    ExchangeRequest last() {
        return exchanged.get(exchanged.size() - 1);
    }

    @Override
    public void close() {}
}
