package io.tiercel.coordinator.load;

import io.grpc.Attributes;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusRequest;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Many agents that report once a second, evenly spread over it, and applications, all on connections to one coordinator. */
final class Swarm implements AutoCloseable {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long RENEW_SECONDS = 20;

    final Reports reports = new Reports();
    final PlayedApplications applications;
    private final NioEventLoopGroup network = new NioEventLoopGroup(1);
    private final List<ManagedChannel> channels = new ArrayList<>();
    private final List<PlayedAgent> agents = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    private final ManagedChannel people;
    private volatile long blockMicros = 1_300_000;

    Swarm(int port, int nodes, int files) {
        for (int node = 0; node < nodes; node++) {
            agents.add(new PlayedAgent(node, channel(port, node), reports));
        }
        people = channel(port, nodes);
        applications = new PlayedApplications(people, files);
    }

    /** From an address of its own for each hundred: a coordinator takes a limited number of connections from one host. */
    private ManagedChannel channel(int port, int number) {
        InetSocketAddress from = new InetSocketAddress("127.0.1." + (1 + number / 100), 0);
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .eventLoopGroup(network)
                .channelType(NioSocketChannel.class)
                .localSocketPicker(new NettyChannelBuilder.LocalSocketPicker() {
                    @Override
                    public SocketAddress createSocketAddress(SocketAddress remote, Attributes attributes) {
                        return from;
                    }
                })
                .directExecutor()
                .maxInboundMessageSize(64 << 20)
                .build();
        channels.add(channel);
        return channel;
    }

    /** From now on each agent reports once a second, and leases are renewed. */
    void start() {
        for (int i = 0; i < agents.size(); i++) {
            PlayedAgent agent = agents.get(i);
            clock.scheduleAtFixedRate(
                    () -> agent.report(blockMicros), i * SECOND / agents.size(), SECOND, TimeUnit.NANOSECONDS);
        }
        clock.scheduleAtFixedRate(applications::renew, RENEW_SECONDS, RENEW_SECONDS, TimeUnit.SECONDS);
    }

    /** How long a block takes from now on. */
    void blocksTake(long micros) {
        blockMicros = micros;
    }

    /** Agents that the coordinator knows. */
    int agents() {
        return StateGrpc.newBlockingStub(people)
                .status(StatusRequest.getDefaultInstance())
                .getAgentsCount();
    }

    /** Blocks in memory for some job. */
    long resident() {
        return StateGrpc.newBlockingStub(people).status(StatusRequest.getDefaultInstance()).getJobsList().stream()
                .map(JobState::getBlocks)
                .mapToLong(counts -> counts.getResident())
                .sum();
    }

    @Override
    public void close() {
        clock.shutdownNow();
        channels.forEach(ManagedChannel::shutdownNow);
        network.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
