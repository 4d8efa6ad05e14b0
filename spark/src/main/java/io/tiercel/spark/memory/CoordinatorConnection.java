package io.tiercel.spark.memory;

import io.tiercel.client.Availability;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.JobSession;
import io.tiercel.client.ResidencyWatch;
import io.tiercel.client.ResidencyWatch.ResidencyListener;
import io.tiercel.client.TiercelClient;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.memory.DeviceCurves;
import io.tiercel.hdfs.memory.ProtocolMessages;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.StatusReply;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import io.tiercel.spark.FaultLog;
import io.tiercel.spark.SerialExecutor;
import io.tiercel.spark.WaitPolicy;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.TiercelEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application's connection to the coordinator: says what its stages are about to read and have read, and receives how much of
 * it is in memory. Calls run on a thread of its own or on the client's. Nobody waits for the coordinator, except {@link #watch}
 * within a budget, as long as the coordinator keeps to it.
 */
public final class CoordinatorConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorConnection.class);
    private static final Duration CLOSE_BUDGET = Duration.ofSeconds(2);
    private static final long RELEASE_MILLIS = 1_000;

    /** The input of a stage, as far as it is located. */
    @FunctionalInterface
    public interface Reads {
        /** Calls back for each task whose input is located. */
        void each(TaskReads task);

        /** Receives the blocks that one task reads. */
        interface TaskReads {
            void task(int task, Collection<Block> blocks);
        }
    }

    record Open(TiercelClient client, JobSession session, ResidencyWatch watch) {}

    private final ClientSettings settings;
    private final Supplier<String> job;
    private final HostRegistry hosts;
    private final SerialExecutor executor;
    private final Consumer<TiercelEvent> events;
    private final AtomicReference<Availability.State> reported = new AtomicReference<>(Availability.State.UNKNOWN);
    private final WaitPolicy waits = new WaitPolicy(1);
    private final Set<StageMemory> waiting = ConcurrentHashMap.newKeySet();
    private final BlockSubscriptions subscriptions = new BlockSubscriptions();
    private final StageNews news;
    private volatile boolean closing;

    /** Confined to the executor; null until the first use. */
    private @Nullable Open open;

    /**
     * Connects to nothing yet.
     *
     * @param coordinators where it may be
     * @param security on whose behalf calls are made
     * @param job names the application at the coordinator; called once, in the background
     * @param events receives an event when the coordinator is reached, and when it is not any more
     */
    public CoordinatorConnection(
            List<Endpoint> coordinators,
            ChannelSecurity security,
            Supplier<String> job,
            HostRegistry hosts,
            FaultLog faults,
            Consumer<TiercelEvent> events) {
        this.settings = ClientSettings.of(coordinators, security);
        this.job = job;
        this.hosts = hosts;
        this.executor = new SerialExecutor("tiercel-memory", "messages to or from the coordinator were lost", faults);
        this.events = events;
        this.news = new StageNews(subscriptions, executor, this::flush);
    }

    /** Begins to connect, and warms up the code that a first stage would wait for. */
    public void open() {
        executor.execute(this::opened);
        executor.execute(ProtocolMessages::warmUp);
    }

    /** Whether the coordinator has answered the last call. */
    public boolean isReached() {
        return reported.get() == Availability.State.REACHED;
    }

    public PrefetchRequests prefetches() {
        return new PrefetchRequests(hosts, this);
    }

    /** The curves of devices that agents have measured; empty if the coordinator is not there. */
    public CompletableFuture<Optional<DeviceCurves>> curves() {
        return status(reply -> DeviceCurves.of(reply, hosts));
    }

    /** A view of what the coordinator knows; empty if it is not there. */
    <T> CompletableFuture<Optional<T>> status(Function<StatusReply, T> view) {
        CompletableFuture<Optional<T>> answer = new CompletableFuture<>();
        with(
                to -> to.client()
                        .status()
                        .thenApply(status -> status.value().map(view))
                        .exceptionally(error -> Optional.empty())
                        .thenAccept(answer::complete),
                () -> answer.complete(Optional.empty()));
        return answer;
    }

    /**
     * Runs an action with the open connection, on another thread.
     *
     * @param otherwise runs instead if the connection cannot be opened or is closed
     */
    void with(Consumer<Open> action, Runnable otherwise) {
        if (closing) {
            otherwise.run();
            return;
        }
        executor.execute(() -> {
            Open to;
            try {
                to = opened();
            } catch (RuntimeException | LinkageError e) {
                otherwise.run();
                throw e;
            }
            action.accept(to);
        });
    }

    /** Says what was read so far, before blocks are requested anew: a later report would release them. Runs on the executor. */
    void withdrawReads(Set<BlockId> blocks) {
        flush();
        news.withdraw(blocks);
    }

    /** Says, as often as is needed, that nobody waits for these blocks. */
    void unwanted(Collection<BlockId> blocks) {
        with(
                to -> {
                    news.unwanted(blocks);
                    news.sendReads(to.session());
                },
                () -> {});
    }

    private void flush() {
        Open to = opened();
        news.flush(to.session(), to.watch());
    }

    private Open opened() {
        Open known = open;
        if (known == null) {
            known = connect();
            open = known;
        }
        return known;
    }

    private Open connect() {
        TiercelClient client = new TiercelClient(settings, this::note);
        try {
            JobSession session = client.job(job.get());
            session.adopt();
            return new Open(client, session, client.watch(session.name(), new Listener()));
        } catch (Throwable e) {
            client.close();
            throw e;
        }
    }

    private void note(Availability now) {
        boolean isThere = now.state() != Availability.State.ABSENT;
        Availability.State before = reported.getAndSet(now.state());
        waits.reset(isThere);
        if (!isThere) {
            waiting.forEach(StageMemory::stopWaiting);
        }
        if (!closing && before != now.state()) {
            report(before, now.state(), now.why());
        }
    }

    /** Says in the log and in an event when the coordinator comes and when it goes. */
    private void report(Availability.State before, Availability.State now, String why) {
        boolean reached = now == Availability.State.REACHED;
        events.accept(CoordinatorChanged.now(settings.address(), reached, why));
        if (!reached) {
            LOG.warn("Tiercel: {}; tasks are placed without regard to what is in memory until it is back", why);
        } else if (before == Availability.State.ABSENT) {
            LOG.info("Tiercel: the coordinator at {} is there again", settings.address());
        }
    }

    /**
     * Subscribes to what a stage reads, in the background, and waits for the first answer within {@code budget}: also while the
     * application still connects, but not for a coordinator that is away, or whose last answer came late.
     *
     * @param input may be called several times, by the background thread
     */
    public StageMemory watch(Reads input, Duration budget) {
        StageMemory stage = new StageMemory(hosts, news);
        long start = System.nanoTime();
        waiting.add(stage);
        try {
            register(stage, input, () -> {
                // An answer may also say that nothing is left to ask about, while the coordinator is away.
                // Under the lock, else the coordinator could be lost between the question and the count.
                synchronized (waits) {
                    if (reported.get() != Availability.State.ABSENT) {
                        waits.answered(System.nanoTime() - start, budget);
                    }
                }
            });
            if (waits.isWorthWaiting() && !stage.await(budget)) {
                waits.missed();
            }
        } finally {
            waiting.remove(stage);
        }
        return stage;
    }

    /** Subscribes to more of what a stage reads: more of its input is located. */
    public void register(StageMemory stage, Reads input) {
        register(stage, input, () -> {});
    }

    private void register(StageMemory stage, Reads input, Runnable whenAnswered) {
        with(
                to -> {
                    List<Placed> placed = new ArrayList<>();
                    List<BlockId> ids = new ArrayList<>();
                    input.each((task, blocks) -> stage.reads(task, blocks).forEach((id, block) -> {
                        ids.add(id);
                        placed.add(ProtocolMessages.placed(block, id, hosts));
                    }));
                    if (ids.isEmpty()) {
                        stage.answeredAnew();
                        return;
                    }
                    subscriptions.add(stage, ids);
                    stage.asked();
                    to.watch()
                            .add(
                                    placed,
                                    () -> executor.guard(() -> {
                                        whenAnswered.run();
                                        stage.answered();
                                    }));
                    news.begun(stage, stage.begunAlready(ids));
                    news.read(stage, stage.readAlready(ids));
                },
                stage::stopWaiting);
    }

    private final class Listener implements ResidencyListener {
        @Override
        public void changed(List<Residence> events) {
            executor.guard(() -> {
                Set<StageMemory> touched = new LinkedHashSet<>();
                for (Residence event : events) {
                    BlockId id = ProtocolMessages.block(event.getBlock());
                    for (StageMemory stage : subscriptions.of(id)) {
                        stage.put(id, hosts.node(event.getHost()), ProtocolMessages.residency(event));
                        touched.add(stage);
                    }
                }
                touched.forEach(StageMemory::announce);
            });
        }

        @Override
        public void repeated() {
            executor.guard(() -> subscriptions.all().forEach(StageMemory::answeredAnew));
            with(to -> news.repeated(to.session()), () -> {});
        }

        @Override
        public void lost() {
            executor.guard(() -> subscriptions.all().forEach(stage -> {
                stage.forgetAll();
                stage.announce();
            }));
        }
    }

    /** Gives back what the application refers to, and waits for that a moment at most. */
    @Override
    public void close() {
        closing = true;
        executor.close(this::disconnect, CLOSE_BUDGET);
    }

    private void disconnect() {
        Open last = open;
        if (last == null) {
            return;
        }
        last.watch().close();
        CompletableFuture<?> released = last.session().end();
        if (last.client().availability().state() == Availability.State.REACHED) {
            await(released);
        }
        last.client().close();
    }

    private static void await(CompletableFuture<?> released) {
        try {
            released.get(RELEASE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The lease ends it.
        }
    }
}
