package io.tiercel.coordinator.service;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.security.CallHeaders;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Runs each call on the threads of its kind. A call with a ticket runs as a whole where its ticket is checked. So agents with tickets
 * have threads of their own: an agent that waits for calls of applications counts as lost after its lease. Refuses calls with tickets
 * while many of them wait: gRPC cannot refuse a call in order by a queue that is full.
 */
public final class CallExecutors implements ServerCallExecutorSupplier, ServerInterceptor {
    /**
     * Tickets that may wait: so many of agents, and as many of applications. Two threads need about 4 s for them. Agents of a large cluster
     * come at once after a failover. Those that are refused try again.
     */
    static final int MOST_TICKETS = 2_000;

    /** Marks a call that is to be refused. A caller that sends this mark itself is refused too. */
    private static final Metadata.Key<String> REFUSED =
            Metadata.Key.of("tiercel-refused", Metadata.ASCII_STRING_MARSHALLER);

    private static final Status BUSY =
            Status.UNAVAILABLE.withDescription("too many Kerberos tickets wait to be checked; try again later");

    private final Executor applications;
    private final Executor agents;
    private final ThreadPoolExecutor tickets;
    private final ThreadPoolExecutor agentTickets;

    /**
     * @param tickets the only threads on which tickets of applications are checked
     * @param agentTickets the only threads on which tickets of agents are checked
     */
    public CallExecutors(
            Executor applications, Executor agents, ThreadPoolExecutor tickets, ThreadPoolExecutor agentTickets) {
        this.applications = applications;
        this.agents = agents;
        this.tickets = tickets;
        this.agentTickets = agentTickets;
    }

    @Override
    public <Q, R> Executor getExecutor(ServerCall<Q, R> call, Metadata headers) {
        // No agent shows a token, and the NameNode may be slow to verify one.
        if (headers.containsKey(CallHeaders.TOKEN)) {
            return applications;
        }
        boolean isAgent =
                AgentsGrpc.SERVICE_NAME.equals(call.getMethodDescriptor().getServiceName());
        if (headers.containsKey(CallHeaders.KERBEROS)) {
            ThreadPoolExecutor checkers = isAgent ? agentTickets : tickets;
            if (checkers.getQueue().size() < MOST_TICKETS) {
                return checkers;
            }
            headers.put(REFUSED, "");
            return applications;
        }
        return isAgent ? agents : applications;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        if (headers.containsKey(REFUSED)) {
            call.close(BUSY, new Metadata());
            return new ServerCall.Listener<>() {};
        }
        return next.startCall(call, headers);
    }
}
