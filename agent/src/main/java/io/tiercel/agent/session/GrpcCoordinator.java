package io.tiercel.agent.session;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tiercel.agent.session.CoordinatorSession.CoordinatorApi;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.CoordinatorChannel;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The coordinator at an address. Connects when it is called, again and again. */
public final class GrpcCoordinator implements CoordinatorApi {
    private final String address;
    private final CoordinatorChannel channel;
    private final AgentsGrpc.AgentsBlockingStub agents;

    /** @param address {@code HOST:PORT} */
    public GrpcCoordinator(String address, ChannelSecurity security) {
        int colon = address.lastIndexOf(':');
        this.address = address;
        this.channel = security.open(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        this.agents = AgentsGrpc.newBlockingStub(channel.calls());
    }

    @Override
    public RegisterReply register(RegisterRequest request, long deadlineNanos) throws IOException {
        return call(() -> within(deadlineNanos).register(request));
    }

    @Override
    public ExchangeReply exchange(ExchangeRequest request, long deadlineNanos) throws IOException {
        return call(() -> within(deadlineNanos).exchange(request));
    }

    private AgentsGrpc.AgentsBlockingStub within(long deadlineNanos) {
        return agents.withDeadlineAfter(deadlineNanos, TimeUnit.NANOSECONDS);
    }

    private <T> T call(Supplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.UNAVAILABLE) {
                // The retry policy has short, bounded pauses; the channel's grow to two minutes.
                channel.resetConnectBackoff();
            }
            Throwable cause = e.getStatus().getCause();
            throw new IOException(
                    address + ": " + e.getStatus().getCode()
                            + (e.getStatus().getDescription() == null
                                    ? ""
                                    : " " + e.getStatus().getDescription())
                            + (cause == null ? "" : " (" + cause.getMessage() + ")"),
                    e);
        }
    }

    @Override
    public void close() {
        channel.close();
    }
}
