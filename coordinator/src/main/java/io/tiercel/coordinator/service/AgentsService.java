package io.tiercel.coordinator.service;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of agents. */
public final class AgentsService extends AgentsGrpc.AgentsImplBase {
    private static final Logger LOG = LoggerFactory.getLogger(AgentsService.class);

    private final CoordinatorState state;
    private final long intervalMillis;
    private final long leaseMillis;
    private final Permissions permissions;

    public AgentsService(CoordinatorState state, Permissions permissions, long intervalMillis, long leaseMillis) {
        this.state = state;
        this.permissions = permissions;
        this.intervalMillis = intervalMillis;
        this.leaseMillis = leaseMillis;
    }

    @Override
    public void register(RegisterRequest request, StreamObserver<RegisterReply> observer) {
        CallResponder.now(observer, () -> {
            check(request);
            requireDataNode(request);
            long session = state.register(request, CallerIdentity.principal());
            LOG.info(
                    "agent on {} registered: budget {} bytes, {} devices, holds {} blocks{}",
                    request.getHost(),
                    request.getBudgetBytes(),
                    request.getDevicesCount(),
                    request.getHeldCount(),
                    request.getPins() ? "" : ", may not lock memory");
            return RegisterReply.newBuilder()
                    .setSession(session)
                    .setIntervalMillis(intervalMillis)
                    .setLeaseMillis(leaseMillis)
                    .build();
        });
    }

    private void requireDataNode(RegisterRequest request) {
        try {
            permissions.requireDataNode(CallerIdentity.principal(), request.getNode(), request.getHost());
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.PERMISSION_DENIED) {
                state.counters().count(CoordinatorCounter.REFUSED_AGENTS);
            }
            throw e;
        }
    }

    private static void check(RegisterRequest request) {
        requireName("node", request.getNode());
        requireName("host", request.getHost());
        if (request.getBudgetBytes() < 0) {
            throw new IllegalArgumentException("budget_bytes: expected at least 0, got " + request.getBudgetBytes());
        }
        request.getDevicesList().forEach(device -> requireName("storage", device.getStorage()));
    }

    private static void requireName(String what, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(what + ": expected a name, got nothing");
        }
    }

    @Override
    public void exchange(ExchangeRequest request, StreamObserver<ExchangeReply> observer) {
        CallResponder.now(observer, () -> {
            requireName("node", request.getNode());
            return state.exchange(request, CallerIdentity.principal());
        });
    }
}
