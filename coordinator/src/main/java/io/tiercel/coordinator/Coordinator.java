package io.tiercel.coordinator;

import io.grpc.BindableService;
import io.tiercel.coordinator.identity.CoordinatorSecurity;
import io.tiercel.coordinator.service.AgentsService;
import io.tiercel.coordinator.service.CallExecutors;
import io.tiercel.coordinator.service.CallerIdentity;
import io.tiercel.coordinator.service.ContainersService;
import io.tiercel.coordinator.service.EpochInterceptor;
import io.tiercel.coordinator.service.FairCalls;
import io.tiercel.coordinator.service.HintsService;
import io.tiercel.coordinator.service.RefusedCalls;
import io.tiercel.coordinator.service.ResidencyService;
import io.tiercel.coordinator.service.StateService;
import io.tiercel.coordinator.service.StreamFlusher;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.state.ContainerPreferences;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ErrorGuard;
import io.tiercel.coordinator.state.RemoteReads;
import io.tiercel.coordinator.store.DetachedHints;
import io.tiercel.coordinator.store.HdfsHintStore;
import io.tiercel.coordinator.store.HintKeeper;
import io.tiercel.coordinator.store.HintStore;
import io.tiercel.coordinator.view.CoordinatorMetrics;
import io.tiercel.coordinator.view.CoordinatorMetrics.Sample;
import io.tiercel.coordinator.view.StatusHttpServer;
import io.tiercel.hdfs.resolve.BlockFiles;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.HdfsResolver;
import io.tiercel.migrate.Migrations.ExpiryResult;
import io.tiercel.migrate.ledger.SourceFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
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

    /**
     * Most bytes of a request. An agent that holds 100,000 blocks registers with about 11 MB. A client watches at most 10,000 blocks with
     * one request, which takes about 1.5 MB for three hosts each. Answers may be larger.
     */
    private static final int MOST_REQUEST_BYTES = 16 << 20;

    /** An application has up to four, most of the time. More wait in the client. */
    private static final int MOST_CALLS_OF_CONNECTION = 128;

    private static final long KEEP_MILLIS = 500;
    /** Cached locations may take a quarter of the heap that hinted and watched blocks may take. */
    private static final int CACHED_SHARE = 4;

    private static final int FILES_PER_LOOK = 2_000;
    private static final int CALLS_WAITING = 256;
    private static final long STOP_MILLIS = 2_000;
    private static final long LATE = TimeUnit.SECONDS.toNanos(1);

    private final CoordinatorState state;
    private final ErrorGuard guard;
    private final FileResolver files;
    private final List<ExecutorService> executors;
    private final StreamFlusher news;
    private final StreamFlusher progress;
    private final HintKeeper keeper;
    private final CallServer server;
    private final CoordinatorMetrics metrics;
    private final @Nullable StatusHttpServer view;
    private final long intervalMillis;
    private @Nullable PinnedReplicaPublisher publisher;

    /** When leases were looked at last; by the one thread that does. */
    private long ticked = System.nanoTime();

    /**
     * The parts that differ between a NameNode, a process of its own, and tests.
     *
     * @param store of hints for the next coordinator
     * @param epoch empty where there can be no other coordinator
     */
    private record Dependencies(
            CoordinatorSecurity security, Clock clock, Files resolver, HintStore store, OptionalLong epoch) {}

    private Coordinator(CoordinatorSettings settings, Dependencies parts) throws IOException {
        CoordinatorSecurity security = parts.security;
        Clock clock = parts.clock;
        // A caller's thread waits for lookups of single files. These have another pool: in one pool all threads could
        // be waiting.
        ExecutorService callers = Threads.bounded("tiercel-callers", settings.filesThreads(), CALLS_WAITING);
        FairCalls questions = new FairCalls(callers, Math.max(1, settings.filesThreads() / 2), CALLS_WAITING);
        // Hints for many files take up to half a minute each, and nobody else waits for them.
        ExecutorService hinters = Threads.fixed("tiercel-hints", settings.filesThreads());
        FairCalls hints = new FairCalls(hinters, Math.max(1, settings.filesThreads() / 2), CALLS_WAITING);
        ExecutorService lookups = Threads.fixed("tiercel-lookups", settings.filesThreads());
        ExecutorService calls =
                Threads.fixed("tiercel-calls", Math.max(2, Runtime.getRuntime().availableProcessors()));
        // Agents have their own: whatever applications do, no agent may seem silent.
        ExecutorService agentCalls = Threads.fixed("tiercel-agents", 2);
        // A ticket takes about 4 ms, and anybody may show one. Agents that have a session do not wait for those.
        // Agents that have none do not wait for calls of applications.
        ThreadPoolExecutor agentTickets = Threads.fixed("tiercel-agent-tickets", 2);
        ThreadPoolExecutor tickets = Threads.fixed("tiercel-tickets", 2);
        ScheduledExecutorService ticks = Threads.scheduled("tiercel-ticks");
        ScheduledExecutorService looks = Threads.scheduled("tiercel-versions");
        ScheduledExecutorService keeps = Threads.scheduled("tiercel-keeps");
        ScheduledExecutorService newsSender = Threads.scheduled("tiercel-streams");
        // A look at a job of a million blocks takes long. Those who watch blocks do not wait for it.
        ScheduledExecutorService progressSender = Threads.scheduled("tiercel-progress");
        executors = List.of(
                callers,
                hinters,
                lookups,
                calls,
                agentCalls,
                agentTickets,
                tickets,
                ticks,
                looks,
                keeps,
                newsSender,
                progressSender);
        intervalMillis = settings.interval().toMillis();
        Deque<Runnable> undo = new ArrayDeque<>();
        undo.push(() -> executors.forEach(ExecutorService::shutdownNow));
        try {
            state = new CoordinatorState(settings.state(), clock, clock.millis());
            guard = new ErrorGuard(state.counters());
            metrics = new CoordinatorMetrics(state, parts.epoch);
            files = parts.resolver.on(lookups);
            undo.push(files::close);
            DetachedHints detached = new DetachedHints(clock::millis);
            keeper = new HintKeeper(parts.store, detached, state, files, clock::millis);
            long pause = settings.residencyInterval().toMillis();
            news = new StreamFlusher(guard, newsSender, pause);
            progress = new StreamFlusher(guard, progressSender, pause);
            List<BindableService> services = List.of(
                    new HintsService(state, files, detached, hints),
                    new ResidencyService(state, security.permissions(), files, questions, news),
                    new AgentsService(
                            state,
                            security.permissions(),
                            intervalMillis,
                            settings.agentLease().toMillis()),
                    new StateService(state, security.permissions(), files, questions, progress, intervalMillis),
                    new ContainersService(new ContainerPreferences(settings.state(), clock), security.permissions()));
            // It would show everything to everybody.
            view = security.isSimple() ? StatusHttpServer.start(settings.httpAddress(), state, metrics) : null;
            if (view != null) {
                undo.push(view::close);
            }
            server = serve(settings, parts, services, new CallExecutors(calls, agentCalls, tickets, agentTickets));
            undo.push(() -> server.close(STOP_MILLIS));
            ticks.scheduleWithFixedDelay(this::tick, intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
            long check = settings.filesCheck().toMillis();
            looks.scheduleWithFixedDelay(this::lookAtVersions, check, check, TimeUnit.MILLISECONDS);
            keeps.scheduleWithFixedDelay(
                    () -> guard.run("keeping hints", keeper::run), 0, KEEP_MILLIS, TimeUnit.MILLISECONDS);
            LOG.info(
                    "coordinator listens on {}, {}; the view for people is {}",
                    Threads.text(address()),
                    security.isSimple()
                            ? "believes callers' names (simple authentication) and encrypts nothing"
                            : "demands delegation tokens or Kerberos tickets, over TLS",
                    httpAddress()
                            .map(view -> "on http://" + Threads.text(view))
                            .orElse("off, because hadoop.security.authentication is kerberos"));
        } catch (Throwable e) {
            // After an Error too: each further attempt would leave threads and a port behind.
            CloseSteps.run(undo, e);
            throw e;
        }
    }

    /**
     * Starts a coordinator for the HDFS that {@code conf} names.
     *
     * @param nameNode in which this runs; null in a process of its own
     * @throws IOException in one line: a port that is taken, a configuration that names no HDFS, or a secure one that lacks keys
     */
    public static Coordinator start(
            CoordinatorSettings settings, Configuration conf, @Nullable HostingNameNode nameNode) throws IOException {
        CoordinatorSecurity security = security(settings, conf, nameNode);
        Files resolver = lookups -> new HdfsResolver(
                conf,
                lookups,
                settings.filesAge().toNanos(),
                settings.walk(),
                settings.state().heapBytes() / CACHED_SHARE,
                settings.filesRate(),
                System::nanoTime,
                nameNode == null ? BlockFiles.NONE : nameNode);
        Coordinator coordinator = start(
                settings,
                new Dependencies(
                        security,
                        Clock.system(),
                        resolver,
                        settings.hintsFile().equals("off")
                                ? HintStore.none()
                                : new HdfsHintStore(conf, settings.hintsFile()),
                        nameNode == null ? OptionalLong.empty() : OptionalLong.of(nameNode.epoch())));
        if (settings.remoteReads() == RemoteReads.NEVER) {
            return coordinator;
        }
        if (nameNode == null) {
            LOG.info("readers on other nodes are not sent to memory: only a coordinator inside a NameNode can do that");
        } else {
            try {
                coordinator.state.directReads(settings.remoteReads(), settings.remoteReaders());
                coordinator.publisher = PinnedReplicaPublisher.start(coordinator.state, nameNode, settings.interval());
            } catch (Throwable e) {
                CloseSteps.run(List.of(coordinator::close), e);
                throw e;
            }
        }
        return coordinator;
    }

    /** A stand-in for a coordinator, as long as the NameNode in which it is to run is in standby. */
    public static StandbyServer standBy(CoordinatorSettings settings, Configuration conf, HostingNameNode nameNode)
            throws IOException {
        return StandbyServer.start(settings.address(), security(settings, conf, nameNode));
    }

    private static CoordinatorSecurity security(
            CoordinatorSettings settings, Configuration conf, @Nullable HostingNameNode nameNode) throws IOException {
        return nameNode == null
                ? CoordinatorSecurity.standAlone(
                        conf,
                        CoordinatorKeys.PRINCIPAL.name(),
                        CoordinatorKeys.KEYTAB.name(),
                        settings.resourceManagers())
                : CoordinatorSecurity.inNameNode(conf, nameNode, nameNode::isDataNodeOf, settings.resourceManagers());
    }

    /** Makes what asks the file system, given the threads on which it may. */
    interface Files {
        FileResolver on(ExecutorService lookups) throws IOException;
    }

    static Coordinator start(CoordinatorSettings settings, Clock clock, Files resolver) throws IOException {
        return start(
                settings,
                new Dependencies(
                        CoordinatorSecurity.simple(), clock, resolver, HintStore.none(), OptionalLong.empty()));
    }

    private static Coordinator start(CoordinatorSettings settings, Dependencies parts) throws IOException {
        for (InetSocketAddress each : List.of(settings.httpAddress(), settings.address())) {
            if (each.isUnresolved()) {
                throw new IOException("cannot listen on " + Threads.text(each) + ": unknown host");
            }
        }
        return new Coordinator(settings, parts);
    }

    private CallServer serve(
            CoordinatorSettings settings, Dependencies parts, List<BindableService> services, CallExecutors threads)
            throws IOException {
        return CallServer.start(settings.address(), builder -> {
            builder.callExecutor(threads)
                    .intercept(new CallerIdentity(
                            parts.security.authenticator(),
                            parts.security.permissions(),
                            settings.userCalls(),
                            state.counters()))
                    .maxInboundMessageSize(MOST_REQUEST_BYTES)
                    .maxConcurrentCallsPerConnection(MOST_CALLS_OF_CONNECTION)
                    .intercept(threads)
                    .intercept(new RefusedCalls(state.counters()));
            // The last one is asked first, so that refusals have an epoch too.
            parts.epoch.ifPresent(epoch -> builder.intercept(new EpochInterceptor(epoch)));
            parts.security.key().ifPresent(key -> builder.sslContext(ServerTls.context(key, state.counters()))
                    .addTransportFilter(ServerTls.handshakes(state.counters())));
            services.forEach(builder::addService);
        });
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
        return server.address();
    }

    /** Where people and Prometheus look; empty on a secure Hadoop. */
    public Optional<InetSocketAddress> httpAddress() {
        return Optional.ofNullable(view).map(StatusHttpServer::address);
    }

    /** All metrics now, also on a secure Hadoop. */
    public List<Sample> metrics() {
        return metrics.samples();
    }

    public void await() throws InterruptedException {
        server.await();
    }

    /** Ends all of it, though some of it may fail to end. */
    @Override
    public void close() {
        List<Runnable> steps = new ArrayList<>();
        steps.add(server::shutdown);
        if (view != null) {
            steps.add(view::close);
        }
        steps.add(news::close);
        steps.add(progress::close);
        if (publisher != null) {
            steps.add(publisher::close);
        }
        executors.forEach(executor -> steps.add(executor::shutdownNow));
        steps.add(files::close);
        steps.add(() -> server.close(STOP_MILLIS));
        CloseSteps.run(steps);
    }
}
