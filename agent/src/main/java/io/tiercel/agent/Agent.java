package io.tiercel.agent;

import io.tiercel.agent.DiskAccess.RelievedException;
import io.tiercel.agent.curve.CurveProbe;
import io.tiercel.agent.migrate.Devices;
import io.tiercel.agent.migrate.LockPermission;
import io.tiercel.agent.migrate.MigrationCounts;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.migrate.PinnedFileMonitor;
import io.tiercel.agent.migrate.PressureBudget;
import io.tiercel.agent.migrate.RemovedDevices;
import io.tiercel.agent.session.CoordinatorSession;
import io.tiercel.agent.session.CoordinatorSession.AgentResources;
import io.tiercel.agent.session.CoordinatorSession.CoordinatorApi;
import io.tiercel.agent.session.GrpcCoordinator;
import io.tiercel.agent.session.PendingReports;
import io.tiercel.agent.session.RetryPolicy;
import io.tiercel.agent.session.Signal;
import io.tiercel.agent.session.Signal.WaitBounds;
import io.tiercel.agent.watch.PageCacheWatcher;
import io.tiercel.agent.watch.ResidencySweep;
import io.tiercel.linux.FileEvents;
import io.tiercel.linux.Inotify;
import io.tiercel.linux.LockLimit;
import io.tiercel.linux.MappingLimit;
import io.tiercel.linux.MemoryPressure;
import io.tiercel.linux.MemoryRoom;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.linux.ReclaimCounters;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent at work: a thread that talks to the coordinator, one that watches, one that measures, and one for each device. If a disk hangs, its own thread
 * waits for it, and another watches on. All are daemon threads, and no failure leaves them.
 */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    private static final WaitBounds TURN = WaitBounds.exactly(TimeUnit.MILLISECONDS.toNanos(500));
    private static final WaitBounds MEASURING_TURN = WaitBounds.exactly(TimeUnit.SECONDS.toNanos(1));

    /** Share of the mappings that the process may still have. HDFS maps files for readers, and Java its libraries and heap. */
    private static final long MAPPING_SHARE = 4;

    private final CoordinatorApi coordinator;
    private final AgentResources resources;
    private final CoordinatorSession session;
    private final DiskAccess disks;
    private final PinnedFileMonitor monitor;
    private final RemovedDevices removed;
    private final PressureBudget pressure;
    private final FileEvents use = events(true);
    private final FileEvents alterations = events(false);
    private final PendingReports reports = new PendingReports();
    private final ErrorLog errors = new ErrorLog();
    private final MigrationCounts migrations = new MigrationCounts();
    private final AgentMetrics metrics;
    private final Signal toReport = new Signal();
    private final Signal toWatch = new Signal();
    private final Signal toMeasure = new Signal();
    private final CurveProbe curves;
    private final Thread talking = new Thread(this::talk, "tiercel-agent");
    private final ThreadFactory watchers;
    private volatile Thread watching;
    private final Thread measuring = new Thread(this::measure, "tiercel-curves");

    /** @param watchers makes the threads that watch, one at a time */
    Agent(
            AgentSettings settings,
            AgentIdentity identity,
            BlockStore store,
            CoordinatorApi coordinator,
            ThreadFactory watchers,
            LongSupplier nanos) {
        this.coordinator = coordinator;
        this.watchers = watchers;
        this.watching = watcher(this::watch);
        LockLimit limit = LockLimit.read();
        long budget = StartBudget.of(settings.memory(), MemoryRoom.read(), limit);
        PinnedBlocks pins = new PinnedBlocks(budget, MappingLimit.read().free() / MAPPING_SHARE);
        LockPermission permission = new LockPermission(budget, settings.memory().daemonBytes(), limit, nanos);
        this.disks = new DiskAccess(nanos);
        this.monitor = new PinnedFileMonitor(pins, store, disks, alterations, this::lost, nanos);
        this.pressure = new PressureBudget(
                pins, settings.memory().pressure(), MemoryPressure.ofThisProcess()::percent, this::lost, nanos);
        ResidencySweep sweep = new ResidencySweep(
                settings.watchShare(), settings.sweep(), ReclaimCounters.ofThisProcess()::bytes, nanos);
        // Not shared by a thread that hangs and the one that relieves it.
        ThreadLocal<PageCacheQuery> query = ThreadLocal.withInitial(PageCacheQuery::new);
        PageCacheWatcher watcher = new PageCacheWatcher(
                identity.host(),
                store,
                disks,
                pins,
                (file, length) -> query.get().residentBytes(file, length),
                use,
                sweep,
                reports,
                nanos);
        Devices devices =
                Devices.of(store, pins, permission, settings.reads(), this::ended, toReport::raise, errors, nanos);
        this.removed = new RemovedDevices(store, devices, pins, this::lost);
        this.resources = new AgentResources(
                pins, permission, devices, watcher, reports, settings.memory().budgetBytes());
        RetryPolicy retry = new RetryPolicy(settings.deadline(), settings.retryMax(), identity.node());
        this.session = new CoordinatorSession(identity, coordinator, resources, retry, errors, nanos);
        this.metrics = new AgentMetrics(resources, session, migrations, errors, budget);
        this.curves = CurveProbe.of(store, devices::all, settings.curve(), errors, nanos);
        talking.setDaemon(true);
        measuring.setDaemon(true);
    }

    /**
     * Starts an agent; returns at once, whether or not there is a coordinator.
     *
     * @param coordinators where it may be
     */
    public static Agent start(
            AgentSettings settings,
            AgentIdentity identity,
            BlockStore store,
            List<Endpoint> coordinators,
            ChannelSecurity security) {
        Agent agent = new Agent(
                settings,
                identity,
                store,
                new GrpcCoordinator(coordinators, security),
                task -> new Thread(task, "tiercel-watch"),
                System::nanoTime);
        agent.start();
        LOG.info("Tiercel's agent of {} speaks to {}", identity.host(), coordinators);
        return agent;
    }

    void start() {
        talking.start();
        watching.start();
        if (curves.isOn()) {
            measuring.start();
        }
    }

    private static FileEvents events(boolean ofUse) {
        try {
            return ofUse ? Inotify.ofUse() : Inotify.ofAlterations();
        } catch (IOException e) {
            LOG.warn("Tiercel gets no events of files ({}); it looks at them in turn instead", e.getMessage());
            return FileEvents.NONE;
        }
    }

    private void ended(MigrationEnd end) {
        migrations.ended(end);
        reports.ended(end);
        toReport.raise();
    }

    private void lost(BlockId block) {
        reports.unpinned(block);
        toReport.raise();
    }

    private void talk() {
        try {
            WaitBounds pause;
            do {
                pause = session.step();
                tendWatching();
            } while (toReport.await(pause));
        } catch (InterruptedException e) {
            // Closed.
        } finally {
            // Without this thread nobody could unlock anything any more.
            resources.giveBack();
        }
    }

    private void tendWatching() {
        try {
            relieveWatching();
            if (resources.watcher().isAsked()) {
                toWatch.raise();
            }
        } catch (Throwable e) {
            errors.caught("to tend the thread that watches", e);
        }
    }

    private Thread watcher(Runnable task) {
        Thread thread = watchers.newThread(task);
        thread.setDaemon(true);
        return thread;
    }

    private void relieveWatching() {
        if (disks.isStuck()) {
            CompletableFuture<Boolean> takesOver = new CompletableFuture<>();
            Thread next = watcher(() -> {
                if (takesOver.join()) {
                    watch();
                }
            });
            // Started first: the process may have no thread left, and then nobody would watch.
            next.start();
            boolean relieved = false;
            try {
                relieved = disks.relieve(next);
                if (relieved) {
                    watching = next;
                }
            } finally {
                takesOver.complete(relieved);
            }
        }
    }

    private void watch() {
        try {
            do {
                turn();
            } while (toWatch.await(TURN));
        } catch (InterruptedException | RelievedException e) {
            // Closed, or another thread goes on.
        }
    }

    private void measure() {
        try {
            do {
                curves.turn();
            } while (toMeasure.await(MEASURING_TURN));
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private void turn() {
        try {
            pressure.tick();
            removed.tick();
            monitor.tick();
            resources.watcher().tick();
            if (resources.watcher().takeNews()) {
                // Reports at once: an application may be about to place tasks. Turns are few.
                toReport.raise();
            }
        } catch (RelievedException e) {
            throw e;
        } catch (Throwable e) {
            errors.caught("to look at blocks", e);
        }
    }

    long errors() {
        return errors.count();
    }

    /** What the agent publishes about itself. */
    public AgentMetrics metrics() {
        return metrics;
    }

    @Override
    public void close() {
        toReport.close();
        toWatch.close();
        toMeasure.close();
        coordinator.close();
        join(talking);
        join(watching);
        join(measuring);
        resources.close();
        use.close();
        alterations.close();
    }

    private static void join(Thread thread) {
        thread.interrupt();
        try {
            thread.join(2_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The node that an agent belongs to.
     *
     * @param node the storage daemon's own id, as in block locations
     * @param sharesDevices whether it reads with normal I/O priority
     */
    public record AgentIdentity(String node, String host, String version, boolean sharesDevices) {}
}
