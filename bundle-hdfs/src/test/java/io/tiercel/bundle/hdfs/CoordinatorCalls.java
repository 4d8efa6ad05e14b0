package io.tiercel.bundle.hdfs;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.ProgressRequest;
import io.tiercel.protocol.ReleaseRequest;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusReply;
import io.tiercel.protocol.StatusRequest;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/** Calls of a coordinator, as any client in any language would make them. */
final class CoordinatorCalls implements AutoCloseable {
    private final ManagedChannel channel;

    CoordinatorCalls(int port) {
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    StatusReply status() {
        return StateGrpc.newBlockingStub(channel)
                .withDeadlineAfter(5, TimeUnit.SECONDS)
                .status(StatusRequest.getDefaultInstance());
    }

    /** Agents that are there. */
    long agents() {
        return status().getAgentsList().stream().filter(AgentState::getAlive).count();
    }

    long pinned() {
        return status().getAgentsList().stream()
                .mapToLong(AgentState::getPinnedBytes)
                .sum();
    }

    PrefetchReply prefetch(String user, String job, String path) {
        return hints(user)
                .prefetch(PrefetchRequest.newBuilder()
                        .setJob(job)
                        .addData(Selection.newBuilder().setPath(path))
                        .build());
    }

    void release(String user, String job) {
        hints(user).release(ReleaseRequest.newBuilder().setJob(job).build());
    }

    /** Follows a job until nothing of it is on its way any more; its last state. */
    ProgressReply settled(String user, String job) {
        Iterator<ProgressReply> progress = named(StateGrpc.newBlockingStub(channel), user)
                .withDeadlineAfter(60, TimeUnit.SECONDS)
                .progress(ProgressRequest.newBuilder().setJob(job).build());
        ProgressReply last = progress.next();
        while (progress.hasNext()) {
            last = progress.next();
        }
        return last;
    }

    private HintsGrpc.HintsBlockingStub hints(String user) {
        return named(HintsGrpc.newBlockingStub(channel), user).withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    private static <S extends AbstractStub<S>> S named(S stub, String user) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("tiercel-user", Metadata.ASCII_STRING_MARSHALLER), user);
        return stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
