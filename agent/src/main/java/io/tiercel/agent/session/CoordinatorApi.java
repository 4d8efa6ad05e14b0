package io.tiercel.agent.session;

import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import java.io.IOException;

/** The coordinator as an agent sees it. */
public interface CoordinatorApi extends AutoCloseable {
    /** @throws IOException if no answer comes in time, or a failure does */
    RegisterReply register(RegisterRequest request, long deadlineNanos) throws IOException;

    /** @throws IOException if no answer comes in time, or a failure does */
    ExchangeReply exchange(ExchangeRequest request, long deadlineNanos) throws IOException;

    @Override
    void close();
}
