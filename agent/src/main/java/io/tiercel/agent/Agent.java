package io.tiercel.agent;

import io.tiercel.agent.migrate.DeviceQueue;
import io.tiercel.agent.migrate.DeviceSpeed;
import io.tiercel.agent.migrate.Devices;
import io.tiercel.agent.migrate.IdleIoPriority;
import io.tiercel.agent.migrate.LockPermission;
import io.tiercel.agent.migrate.Migrator;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.migrate.PinnedFileMonitor;
import io.tiercel.agent.session.AgentResources;
import io.tiercel.agent.session.CoordinatorApi;
import io.tiercel.agent.session.CoordinatorSession;
import io.tiercel.agent.session.GrpcCoordinator;
import io.tiercel.agent.session.PendingReports;
import io.tiercel.agent.session.RetryPolicy;
import io.tiercel.agent.session.Signal;
import io.tiercel.agent.session.WaitBounds;
import io.tiercel.agent.watch.NoFileEvents;
import io.tiercel.agent.watch.PageCacheWatcher;
import io.tiercel.agent.watch.ResidencySweep;
import io.tiercel.linux.FileEvents;
import io.tiercel.linux.Inotify;
import io.tiercel.linux.LockLimit;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.linux.ReclaimCounters;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.MigrationEnd;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent at work: a thread that talks to the coordinator, one that watches, and one for each device. None of them keeps its
 * process from ending, and nothing that goes wrong in them leaves them.
 */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    private static final WaitBounds TURN = WaitBounds.of(TimeUnit.MILLISECONDS.toNanos(500));

    private final CoordinatorApi coordinator;
    private final AgentResources possessions;
    private final CoordinatorSession conversation;
    private final PageCacheWatcher watcher;
    private final PinnedFileMonitor guard;
    private final FileEvents use;
    private final FileEvents alterations;
    private final Signal toTell = new Signal();
    private final Signal toWatch = new Signal();
    private final Thread talking = new Thread(this::talk, "tiercel-agent");
    private final Thread watching = new Thread(this::watch, "tiercel-watch");

    Agent(
            AgentSettings settings,
            AgentIdentity identity,
            BlockStore store,
            CoordinatorApi coordinator,
            LongSupplier nanos) {
        this.coordinator = coordinator;
        PendingReports outbox = new PendingReports();
        PinnedBlocks pins = new PinnedBlocks(settings.budgetBytes());
        LockPermission right = new LockPermission(settings.budgetBytes(), LockLimit.read());
        this.use = events(true);
        this.alterations = events(false);
        ResidencySweep sweep = new ResidencySweep(
                settings.watchShare(), settings.sweep(), ReclaimCounters.ofThisProcess()::bytes, nanos);
        this.watcher =
                new PageCacheWatcher(identity.host(), store, pins, new PageCacheQuery()::of, use, sweep, outbox, nanos);
        this.guard = new PinnedFileMonitor(pins, alterations, block -> lost(block, outbox), nanos);
        IdleIoPriority courtesy = new IdleIoPriority(settings.ioPriority());
        Devices devices = new Devices(
                store,
                device -> {
                    DeviceSpeed speed = new DeviceSpeed();
                    Migrator migrator = new Migrator(store, pins, right, speed, nanos);
                    return new DeviceQueue(
                            device,
                            speed,
                            migration -> {
                                courtesy.begin();
                                return migrator.run(migration);
                            },
                            end -> ended(end, outbox),
                            toTell::raise,
                            nanos);
                },
                end -> ended(end, outbox));
        this.possessions = new AgentResources(pins, right, devices, watcher, outbox);
        RetryPolicy patience = new RetryPolicy(settings.deadline(), settings.retryMax(), identity.node());
        this.conversation = new CoordinatorSession(identity, coordinator, possessions, patience, nanos);
        talking.setDaemon(true);
        watching.setDaemon(true);
    }

    /**
     * Starts an agent; returns at once, whether or not there is a coordinator.
     *
     * @param settings with an address of the coordinator
     */
    public static Agent start(AgentSettings settings, AgentIdentity identity, BlockStore store) {
        String address = settings.coordinator()
                .orElseThrow(() -> new IllegalArgumentException(AgentKeys.COORDINATOR + " is not set"));
        Agent agent = new Agent(settings, identity, store, new GrpcCoordinator(address), System::nanoTime);
        agent.start();
        LOG.info("Tiercel's agent of {} speaks to {}", identity.host(), address);
        return agent;
    }

    void start() {
        talking.start();
        watching.start();
    }

    private static FileEvents events(boolean ofUse) {
        try {
            return ofUse ? Inotify.ofUse() : Inotify.ofAlterations();
        } catch (IOException e) {
            LOG.warn("Tiercel hears nothing of files ({}); it looks at them in turn instead", e.getMessage());
            return new NoFileEvents();
        }
    }

    private void ended(MigrationEnd end, PendingReports outbox) {
        outbox.ended(end);
        toTell.raise();
    }

    private void lost(BlockId block, PendingReports outbox) {
        outbox.unpinned(block);
        toTell.raise();
    }

    private void talk() {
        try {
            WaitBounds pause;
            do {
                pause = conversation.step();
                if (watcher.asked()) {
                    toWatch.raise();
                }
            } while (toTell.await(pause));
        } catch (InterruptedException e) {
            // Closed.
        } finally {
            // Whatever ends this thread, nothing stays locked that nobody could have unlocked any more.
            possessions.giveBack();
        }
    }

    private void watch() {
        try {
            do {
                turn();
            } while (toWatch.await(TURN));
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private void turn() {
        try {
            guard.tick();
            watcher.tick();
            if (watcher.news()) {
                // Whoever has asked is about to place tasks, and what a job has just read the next one may want. Turns
                // are few.
                toTell.raise();
            }
        } catch (RuntimeException e) {
            LOG.warn("Tiercel's agent failed to look at blocks, and goes on", e);
        }
    }

    /** Gives everything back. */
    @Override
    public void close() {
        toTell.close();
        toWatch.close();
        coordinator.close();
        join(talking);
        join(watching);
        possessions.close();
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
}
