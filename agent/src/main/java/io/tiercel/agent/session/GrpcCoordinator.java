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
import io.tiercel.security.Endpoint;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The coordinator at one of several addresses. Connects when it is called, again and again. */
public final class GrpcCoordinator implements CoordinatorApi {
    private final String address;
    private final CoordinatorChannel channel;
    private final AgentsGrpc.AgentsBlockingStub agents;

    /** @param coordinators where it may be */
    public GrpcCoordinator(List<Endpoint> coordinators, ChannelSecurity security) {
        this.address = Endpoint.text(coordinators);
        this.channel = security.open(coordinators);
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

    /** Each coordinator once, until one is active. */
    private <T> T call(Supplier<T> call) throws IOException {
        for (int attempts = channel.size(); ; attempts--) {
            try {
                return call.get();
            } catch (StatusRuntimeException e) {
                boolean isAway = e.getStatus().getCode() == Status.Code.UNAVAILABLE;
                if (isAway) {
                    // The retry policy has short, bounded pauses; the channel's grow to two minutes.
                    channel.resetConnectBackoff();
                }
                if (!isAway || attempts <= 1) {
                    throw failure(e);
                }
            }
        }
    }

    private IOException failure(StatusRuntimeException e) {
        Status status = e.getStatus();
        String said = status.getDescription() == null ? "" : " " + status.getDescription();
        String why = status.getCause() == null ? "" : " (" + status.getCause().getMessage() + ")";
        return new IOException(address + ": " + status.getCode() + said + why, e);
    }

    @Override
    public void close() {
        channel.close();
    }
}
