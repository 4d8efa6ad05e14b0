package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.security.CallHeaders;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallExecutorsTest {
    private static final MethodDescriptor<?, ?> STATUS = StateGrpc.getStatusMethod();
    private static final MethodDescriptor<?, ?> REGISTER = AgentsGrpc.getRegisterMethod();

    private final Executor applications = Runnable::run;
    private final Executor agents = task -> {};

    /** Threads that are not started yet. */
    private final LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();

    private final ThreadPoolExecutor tickets = new ThreadPoolExecutor(2, 2, 1, TimeUnit.MINUTES, waiting);

    private final LinkedBlockingQueue<Runnable> waitingAgents = new LinkedBlockingQueue<>();
    private final ThreadPoolExecutor agentTickets = new ThreadPoolExecutor(2, 2, 1, TimeUnit.MINUTES, waitingAgents);
    private final CallExecutors executors = new CallExecutors(applications, agents, tickets, agentTickets);

    @AfterEach
    void stop() {
        tickets.shutdownNow();
        agentTickets.shutdownNow();
    }

    private static Metadata ticket() {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.KERBEROS, new byte[] {1});
        return headers;
    }

    @Test
    void eachCallRunsOnTheThreadsOfItsKind() {
        Metadata token = new Metadata();
        token.put(CallHeaders.TOKEN, "token");

        assertThat(executors.getExecutor(new FakeCall<>(STATUS), token)).isSameAs(applications);
        assertThat(executors.getExecutor(new FakeCall<>(REGISTER), token)).isSameAs(applications);
        assertThat(executors.getExecutor(new FakeCall<>(STATUS), new Metadata()))
                .isSameAs(applications);
        assertThat(executors.getExecutor(new FakeCall<>(REGISTER), new Metadata()))
                .isSameAs(agents);
        assertThat(executors.getExecutor(new FakeCall<>(STATUS), ticket())).isSameAs(tickets);
        assertThat(executors.getExecutor(new FakeCall<>(REGISTER), ticket()))
                .as("agents do not wait for calls of applications")
                .isSameAs(agentTickets);
    }

    @Test
    void ticketsAreRefusedWhileManyWait() {
        assertThat(refusal(STATUS, ticket())).isNull();
        fill(waiting);

        assertThat(refusal(STATUS, ticket())).isNotNull().satisfies(status -> {
            assertThat(status.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(status.getDescription()).contains("try again later");
        });
        assertThat(refusal(STATUS, new Metadata()))
                .as("others do not wait for them")
                .isNull();
        assertThat(refusal(REGISTER, ticket())).as("nor do tickets of agents").isNull();

        fill(waitingAgents);
        assertThat(refusal(REGISTER, ticket())).isNotNull();
    }

    private static void fill(LinkedBlockingQueue<Runnable> queue) {
        for (int i = 0; i < CallExecutors.MOST_TICKETS; i++) {
            queue.add(() -> {});
        }
    }

    private Status refusal(MethodDescriptor<?, ?> method, Metadata headers) {
        FakeCall<?, ?> call = new FakeCall<>(method);
        return refusal(call, headers);
    }

    private <Q, R> Status refusal(FakeCall<Q, R> call, Metadata headers) {
        executors.getExecutor(call, headers);
        AtomicInteger begun = new AtomicInteger();
        executors.interceptCall(call, headers, (same, also) -> {
            begun.incrementAndGet();
            return new ServerCall.Listener<>() {};
        });
        assertThat(begun.get()).isEqualTo(call.closed() == null ? 1 : 0);
        return call.closed();
    }
}
