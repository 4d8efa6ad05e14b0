package io.tiercel.coordinator;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.tiercel.coordinator.service.AgentsService;
import io.tiercel.coordinator.service.CallerIdentity;
import io.tiercel.coordinator.service.ContainersService;
import io.tiercel.coordinator.service.HintsService;
import io.tiercel.coordinator.service.ResidencyService;
import io.tiercel.coordinator.service.StateService;
import io.tiercel.coordinator.service.StreamFlusher;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.state.ContainerPreferences;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ErrorGuard;
import io.tiercel.coordinator.state.RemoteReads;
import io.tiercel.coordinator.view.StatusHttpServer;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.HdfsResolver;
import io.tiercel.migrate.Migrations.ExpiryResult;
import io.tiercel.migrate.ledger.SourceFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running coordinator. Everything that it knows is soft: after a restart agents tell it what they hold, and applications hint
 * anew what they still want.
 */
public final class Coordinator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

    /** A reply that names 100,000 blocks takes about 12 MB, a request that watches as many about 5. */
    private static final int MOST_BYTES = 64 << 20;

    private static final int FILES_PER_LOOK = 2_000;
    private static final int CALLS_WAITING = 256;
    private static final long STOP_MILLIS = 2_000;
    private static final long LATE = TimeUnit.SECONDS.toNanos(1);

    private final CoordinatorState state;
    private final ErrorGuard guard;
    private final FileResolver files;
    private final List<ExecutorService> executors;
    private final StreamFlusher flusher;
    private final Server server;
    private final StatusHttpServer view;
    private final long intervalMillis;
    private @Nullable PinnedReplicaPublisher publisher;

    /** When leases were looked at last; by the one thread that does. */
    private long ticked = System.nanoTime();

    private Coordinator(CoordinatorSettings settings, Clock clock, Files resolver) throws IOException {
        // Callers wait in one pool for single files in the other: in one pool they would wait for each other.
        ExecutorService callers = Threads.bounded("tiercel-hints", settings.filesThreads(), CALLS_WAITING);
        ExecutorService lookups = Threads.fixed("tiercel-lookups", settings.filesThreads());
        ExecutorService calls =
                Threads.fixed("tiercel-calls", Math.max(2, Runtime.getRuntime().availableProcessors()));
        ScheduledExecutorService ticks = Threads.scheduled("tiercel-ticks");
        ScheduledExecutorService looks = Threads.scheduled("tiercel-versions");
        ScheduledExecutorService sender = Threads.scheduled("tiercel-streams");
        executors = List.of(callers, lookups, calls, ticks, looks, sender);
        intervalMillis = settings.interval().toMillis();
        try {
            state = new CoordinatorState(settings.state(), clock, clock.millis());
            guard = new ErrorGuard(state.counters());
            files = resolver.on(lookups);
            flusher = new StreamFlusher(
                    guard, sender, settings.residencyInterval().toMillis());
            List<BindableService> services = List.of(
                    new HintsService(state, files, callers),
                    new ResidencyService(state, files, callers, flusher),
                    new AgentsService(
                            state, intervalMillis, settings.agentLease().toMillis()),
                    new StateService(state, files, callers, flusher, intervalMillis),
                    new ContainersService(new ContainerPreferences(settings.state(), clock)));
            view = StatusHttpServer.start(settings.httpAddress(), state);
            server = serve(settings, services, calls, view);
        } catch (IOException | RuntimeException e) {
            executors.forEach(ExecutorService::shutdownNow);
            throw e;
        }
        ticks.scheduleWithFixedDelay(this::tick, intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
        long check = settings.filesCheck().toMillis();
        looks.scheduleWithFixedDelay(this::lookAtVersions, check, check, TimeUnit.MILLISECONDS);
        LOG.info(
                "coordinator listens on {} and, for people, on http://{}",
                Threads.text(address()),
                Threads.text(httpAddress()));
    }

    /**
     * Starts a coordinator for the HDFS that {@code conf} names.
     *
     * @param director can send readers to replicas in memory; null if nobody can
     * @throws IOException in one line: a port that is taken, a configuration that names no HDFS
     */
    public static Coordinator start(CoordinatorSettings settings, Configuration conf, @Nullable ReadDirector director)
            throws IOException {
        Coordinator coordinator = start(
                settings,
                Clock.system(),
                lookups -> new HdfsResolver(
                        conf,
                        lookups,
                        settings.filesAge().toNanos(),
                        settings.state().mostBlocks(),
                        System::nanoTime));
        if (settings.remoteReads() == RemoteReads.NEVER) {
            return coordinator;
        }
        if (director == null) {
            LOG.info("readers on other nodes are not sent to memory: only a coordinator inside a NameNode can do that");
        } else {
            coordinator.state.directReads(settings.remoteReads());
            coordinator.publisher = PinnedReplicaPublisher.start(coordinator.state, director, settings.interval());
        }
        return coordinator;
    }

    /** Makes what asks the file system, given the threads on which it may. */
    interface Files {
        FileResolver on(ExecutorService lookups) throws IOException;
    }

    static Coordinator start(CoordinatorSettings settings, Clock clock, Files resolver) throws IOException {
        for (InetSocketAddress each : List.of(settings.httpAddress(), settings.address())) {
            if (each.isUnresolved()) {
                throw new IOException("cannot listen on " + Threads.text(each) + ": unknown host");
            }
        }
        return new Coordinator(settings, clock, resolver);
    }

    private static Server serve(
            CoordinatorSettings settings, List<BindableService> services, ExecutorService calls, StatusHttpServer view)
            throws IOException {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(settings.address())
                .executor(calls)
                .intercept(new CallerIdentity())
                .maxInboundMessageSize(MOST_BYTES)
                // A client that is gone without a word is noticed, and clients may ask whether we are still there.
                .keepAliveTime(30, TimeUnit.SECONDS)
                .permitKeepAliveTime(5, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true);
        services.forEach(builder::addService);
        try {
            return builder.build().start();
        } catch (IOException e) {
            view.close();
            throw new IOException("cannot listen on " + Threads.text(settings.address()) + ": " + Threads.root(e), e);
        }
    }

    private void tick() {
        guard.run("keeping leases", () -> {
            long now = System.nanoTime();
            long late = now - ticked - TimeUnit.MILLISECONDS.toNanos(intervalMillis);
            ticked = now;
            if (late > LATE) {
                LOG.warn("did not run for {} ms; nobody's silence meanwhile counts", late / 1_000_000);
                state.extendLeases(late);
            }
            ExpiryResult expired = state.tick();
            expired.jobs().forEach(job -> LOG.info("job {} was silent for its lease; its references are gone", job));
            expired.agents().forEach(host -> LOG.warn("the agent on {} is silent; its blocks count as gone", host));
        });
    }

    private void lookAtVersions() {
        guard.run("looking at versions", () -> {
            for (Map.Entry<String, List<SourceFile>> each :
                    state.nextToLookAt(FILES_PER_LOOK).entrySet()) {
                try {
                    List<SourceFile> outdated = files.outdated(each.getKey(), each.getValue());
                    if (!outdated.isEmpty()) {
                        LOG.info("{} files were rewritten or deleted; their blocks are dropped", outdated.size());
                        state.markOutdated(outdated);
                    }
                } catch (IOException e) {
                    LOG.info("HDFS cannot be asked for versions of files: {}", Threads.root(e));
                }
            }
        });
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getListenSockets().get(0);
    }

    /** Where people and Prometheus look. */
    public InetSocketAddress httpAddress() {
        return view.address();
    }

    public void await() throws InterruptedException {
        server.awaitTermination();
    }

    @Override
    public void close() {
        server.shutdownNow();
        view.close();
        flusher.close();
        if (publisher != null) {
            publisher.close();
        }
        executors.forEach(ExecutorService::shutdownNow);
        files.close();
        try {
            server.awaitTermination(STOP_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
