package io.tiercel.spark.memory;

import io.tiercel.client.Answer;
import io.tiercel.client.Availability;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.JobSession;
import io.tiercel.client.ResidencyListener;
import io.tiercel.client.ResidencyWatch;
import io.tiercel.client.TiercelClient;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Residency;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.Residence;
import io.tiercel.spark.FaultLog;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.EventSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application's connection to the coordinator: says what its stages are about to read and have read, and hears what of it is in
 * memory. All that talks runs on one thread of its own or on the client's. Whatever becomes of the coordinator, nobody who
 * calls this waits for it, save for {@link #watch} within a budget, and that only as long as the coordinator keeps to it.
 */
public final class CoordinatorConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorConnection.class);

    /** What ends within this time of each other is said together. */
    private static final long GATHER_MILLIS = 50;

    /** Reads that could not be reported are kept up to so many: about 10 MB. */
    private static final int MOST_UNREPORTED = 100_000;

    private static final long CLOSE_MILLIS = 2_000;
    private static final long RELEASE_MILLIS = 1_000;

    private enum Event {
        BEGUN,
        READ,
        OVER
    }

    private record News(StageMemory stage, Event event, List<BlockId> blocks) {}

    /** What a stage reads, as far as that is known. */
    @FunctionalInterface
    public interface Reads {
        /** Calls back for each task whose input is located. */
        void each(TaskReads task);

        /** Receives what one task reads. */
        interface TaskReads {
            void task(int task, Collection<Block> blocks);
        }
    }

    private final ClientSettings settings;
    private final Supplier<String> job;
    private final HostRegistry hosts;
    private final FaultLog faults;
    private final EventSink events;
    private final AtomicReference<Availability.State> told = new AtomicReference<>(Availability.State.UNKNOWN);
    private final BlockSubscriptions interest = new BlockSubscriptions();
    private final ConcurrentLinkedQueue<News> news = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean flushing = new AtomicBoolean();
    private final AtomicBoolean complained = new AtomicBoolean();
    private final AtomicBoolean refused = new AtomicBoolean();
    private final ScheduledThreadPoolExecutor thread;
    private final Owner owner = new Owner();

    /** Whether anybody waits for the coordinator: not if it is known to be away, or its last first word came too late to be of use. */
    private volatile boolean waitedFor = true;

    private final Set<StageMemory> waiting = ConcurrentHashMap.newKeySet();

    /** What the last first word was asked for under, and when. */
    private volatile Duration budget = Duration.ZERO;

    private volatile boolean closing;

    // Of the one thread alone.
    private @Nullable TiercelClient client;
    private @Nullable JobSession session;
    private @Nullable ResidencyWatch watch;
    private final Set<BlockId> unreported = new LinkedHashSet<>();

    /** Reports that are not answered yet, less what was asked for since. */
    private final List<Set<BlockId>> reports = new ArrayList<>();

    /**
     * Connects to nothing yet.
     *
     * @param job the application's name at the coordinator, asked for once and in the background
     * @param events is told when the coordinator is reached, and when it is not any more
     */
    public CoordinatorConnection(
            String coordinator,
            String user,
            Supplier<String> job,
            HostRegistry hosts,
            FaultLog faults,
            EventSink events) {
        this.events = events;
        this.settings = ClientSettings.parse(coordinator, user);
        this.job = job;
        this.hosts = hosts;
        this.faults = faults;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "tiercel-memory");
            made.setDaemon(true);
            return made;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Begins to connect, and has what a first stage says and hears said once, so that the first one does not wait for code to be loaded. */
    public void open() {
        run(this::connected);
        run(ProtocolMessages::rehearse);
    }

    /** Asks for memory on this connection. */
    public PrefetchRequests prefetches() {
        return new PrefetchRequests(
                hosts,
                action -> run(() -> {
                    connected();
                    TiercelClient talking = client;
                    JobSession asking = session;
                    if (talking != null && asking != null) {
                        action.accept(talking, asking);
                    }
                }),
                this::wantedAnew);
    }

    /** What was read of these blocks is said before they are asked for or not at all: said later, it would end what was asked for. */
    private void wantedAnew(Set<BlockId> blocks) {
        flush();
        unreported.removeAll(blocks);
        reports.forEach(report -> report.removeAll(blocks));
    }

    private void run(Runnable action) {
        try {
            thread.execute(() -> guarded(action));
        } catch (RejectedExecutionException e) {
            // Closed.
        }
    }

    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            faults.report("the coordinator is not told or heard of something", e);
        }
    }

    private ResidencyWatch connected() {
        ResidencyWatch known = watch;
        if (known != null) {
            return known;
        }
        TiercelClient made = new TiercelClient(settings, this::noted);
        client = made;
        JobSession opened = made.job(job.get());
        session = opened;
        opened.adopt();
        ResidencyWatch watching = made.watch(opened.name(), new Listener());
        watch = watching;
        return watching;
    }

    private void noted(Availability now) {
        waitedFor = now.state() != Availability.State.ABSENT;
        if (!waitedFor) {
            waiting.forEach(StageMemory::waitNoMore);
        }
        if (closing) {
            return;
        }
        if (now.state() != Availability.State.UNKNOWN && now.state() != told.getAndSet(now.state())) {
            boolean reached = now.state() == Availability.State.REACHED;
            events.post(CoordinatorChanged.now(String.valueOf(settings.address()), reached, now.why()));
        }
        if (now.state() == Availability.State.ABSENT) {
            if (complained.compareAndSet(false, true)) {
                LOG.warn(
                        "Tiercel: {}; tasks are placed without regard to what is in memory until it is back",
                        now.why());
            }
        } else if (now.state() == Availability.State.REACHED && complained.compareAndSet(true, false)) {
            LOG.info("Tiercel: the coordinator at {} is there again", settings.address());
        }
    }

    /**
     * Registers interest in what a stage reads, in the background, and waits for the first answer within {@code budget}: also while
     * the application still connects, but not for a coordinator that is away, or that did not keep to the budget the last time.
     *
     * @param reads may be called several times, by the background thread
     */
    public StageMemory watch(Reads reads, Duration budget) {
        StageMemory stage = new StageMemory(hosts, owner);
        this.budget = budget;
        waiting.add(stage);
        try {
            register(stage, reads);
            if (waitedFor && !stage.await(budget)) {
                waitedFor = false;
            }
        } finally {
            waiting.remove(stage);
        }
        return stage;
    }

    /** More has become known of what a stage reads. */
    public void register(StageMemory stage, Reads reads) {
        run(() -> {
            List<Placed> placed = new ArrayList<>();
            List<BlockId> ids = new ArrayList<>();
            reads.each((task, blocks) -> {
                for (Block block : stage.reads(task, blocks)) {
                    BlockId id = block.id();
                    if (id != null) {
                        ids.add(id);
                        placed.add(ProtocolMessages.placed(block, id, hosts));
                    }
                }
            });
            List<BlockId> read = stage.readAlready(ids);
            List<BlockId> begun = stage.begunAlready(ids);
            if (ids.isEmpty()) {
                stage.answeredAnew();
            } else {
                interest.add(stage, ids);
                ResidencyWatch watching = connected();
                long asked = System.nanoTime();
                stage.asked();
                watching.add(placed, () -> {
                    waitedFor = System.nanoTime() - asked <= budget.toNanos();
                    guarded(stage::answered);
                    run(this::report);
                });
            }
            if (!begun.isEmpty()) {
                owner.begun(stage, begun);
            }
            if (!read.isEmpty()) {
                owner.read(stage, read);
            }
        });
    }

    private final class Owner implements StageMemory.Owner {
        @Override
        public void begun(StageMemory stage, List<BlockId> blocks) {
            add(new News(stage, Event.BEGUN, blocks));
        }

        @Override
        public void read(StageMemory stage, List<BlockId> blocks) {
            add(new News(stage, Event.READ, blocks));
        }

        @Override
        public void over(StageMemory stage) {
            add(new News(stage, Event.OVER, List.of()));
        }

        private void add(News what) {
            news.add(what);
            if (flushing.compareAndSet(false, true)) {
                try {
                    thread.schedule(
                            () -> guarded(CoordinatorConnection.this::flush), GATHER_MILLIS, TimeUnit.MILLISECONDS);
                } catch (RejectedExecutionException e) {
                    // Closed.
                }
            }
        }
    }

    /** Says what is being read and what has been, and what is of no interest any more. */
    private void flush() {
        flushing.set(false);
        Set<BlockId> begun = new LinkedHashSet<>();
        List<BlockId> dropped = new ArrayList<>();
        for (News each = news.poll(); each != null; each = news.poll()) {
            switch (each.event()) {
                case BEGUN -> begun.addAll(each.blocks());
                case READ -> {
                    unreported.addAll(each.blocks());
                    dropped.addAll(interest.remove(each.stage(), each.blocks()));
                }
                case OVER -> dropped.addAll(interest.remove(each.stage()));
            }
        }
        ResidencyWatch watching = connected();
        if (!dropped.isEmpty()) {
            watching.remove(ProtocolMessages.blocks(dropped));
        }
        begun.removeAll(unreported);
        JobSession reporting = session;
        if (reporting != null && !begun.isEmpty()) {
            // Of no use to anybody later: if the coordinator is not there now, nothing is brought in meanwhile.
            reporting.begun(ProtocolMessages.blocks(begun));
        }
        report();
    }

    private void report() {
        JobSession reporting = session;
        if (reporting == null || unreported.isEmpty()) {
            return;
        }
        Set<BlockId> read = new LinkedHashSet<>(unreported);
        unreported.clear();
        reports.add(read);
        reporting.read(ProtocolMessages.blocks(read)).thenAccept(answer -> {
            if (answer instanceof Answer.Refused && refused.compareAndSet(false, true)) {
                LOG.warn(
                        "Tiercel: what this application reads does not release memory: {} (logged once)", answer.why());
            }
            run(() -> {
                reports.removeIf(each -> each == read);
                if (answer instanceof Answer.Absent) {
                    read.stream()
                            .limit(Math.max(0, MOST_UNREPORTED - unreported.size()))
                            .forEach(unreported::add);
                }
            });
        });
    }

    private final class Listener implements ResidencyListener {
        @Override
        public void changed(List<Residence> events) {
            guarded(() -> {
                Set<StageMemory> touched = new LinkedHashSet<>();
                for (Residence event : events) {
                    BlockId id = ProtocolMessages.block(event.getBlock());
                    for (StageMemory stage : interest.of(id)) {
                        Residency residency = ProtocolMessages.residency(event);
                        stage.put(id, hosts.node(event.getHost()), residency);
                        stage.heard(id, residency);
                        touched.add(stage);
                    }
                }
                touched.forEach(StageMemory::announce);
            });
        }

        @Override
        public void repeated() {
            guarded(() -> interest.all().forEach(StageMemory::answeredAnew));
            run(CoordinatorConnection.this::report);
        }

        @Override
        public void lost() {
            guarded(() -> interest.all().forEach(stage -> {
                stage.forgetAll();
                stage.announce();
            }));
        }
    }

    /** Gives back what the application refers to, and waits for that a moment at most. */
    @Override
    public void close() {
        closing = true;
        try {
            thread.submit(() -> guarded(this::disconnect)).get(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            // The lease does it.
        }
        thread.shutdownNow();
    }

    private void disconnect() {
        TiercelClient connected = client;
        if (connected == null) {
            return;
        }
        ResidencyWatch watching = watch;
        if (watching != null) {
            watching.close();
        }
        JobSession ending = session;
        if (ending != null) {
            var released = ending.end();
            if (connected.availability().state() == Availability.State.REACHED) {
                await(released);
            }
        }
        connected.close();
    }

    private static void await(CompletableFuture<?> answer) {
        try {
            answer.get(RELEASE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // As above.
        }
    }
}
