package io.tiercel.agent;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Residence;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A coordinator on a port of this machine that gives the orders that it is given, and notes what it hears. */
public final class RemoteFake extends AgentsGrpc.AgentsImplBase implements AutoCloseable {
    private static final String ONLY = "";

    public final List<RegisterRequest> registered = new CopyOnWriteArrayList<>();
    public final List<MigrationEnd> ended = new CopyOnWriteArrayList<>();
    public final List<Residence> cached = new CopyOnWriteArrayList<>();
    public final List<ExchangeRequest> exchanged = new CopyOnWriteArrayList<>();
    private final Map<String, Queue<ExchangeReply>> orders = new ConcurrentHashMap<>();
    private final long intervalMillis;
    private final long leaseMillis;
    private final Server server;
    private final int port;

    /** @param port 0 for any free one */
    public RemoteFake(int port, long intervalMillis, long leaseMillis) throws IOException {
        this.intervalMillis = intervalMillis;
        this.leaseMillis = leaseMillis;
        this.server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", port))
                .addService(this)
                .build()
                .start();
        this.port = server.getPort();
    }

    public int port() {
        return port;
    }

    /** For the only agent. */
    public void order(ExchangeReply reply) {
        order(ONLY, reply);
    }

    /** For the agent of that node. */
    public void order(String node, ExchangeReply reply) {
        orders.computeIfAbsent(node, unused -> new ConcurrentLinkedQueue<>()).add(reply);
    }

    private ExchangeReply next(String node) {
        Queue<ExchangeReply> own = orders.getOrDefault(node, orders.get(ONLY));
        ExchangeReply order = own == null ? null : own.poll();
        return order == null ? ExchangeReply.getDefaultInstance() : order;
    }

    public void migrate(Migrate order) {
        order(ExchangeReply.newBuilder().addMigrate(order).build());
    }

    @Override
    public void register(RegisterRequest request, StreamObserver<RegisterReply> answer) {
        registered.add(request);
        answer.onNext(RegisterReply.newBuilder()
                .setSession(server.hashCode())
                .setIntervalMillis(intervalMillis)
                .setLeaseMillis(leaseMillis)
                .build());
        answer.onCompleted();
    }

    @Override
    public void exchange(ExchangeRequest request, StreamObserver<ExchangeReply> answer) {
        if (request.getSession() != server.hashCode()) {
            answer.onNext(ExchangeReply.newBuilder().setRegister(true).build());
        } else {
            exchanged.add(request);
            ended.addAll(request.getEndedList());
            cached.addAll(request.getCachedList());
            answer.onNext(next(request.getNode()));
        }
        answer.onCompleted();
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
