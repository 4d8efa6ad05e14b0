package io.tiercel.agent.session;

import io.tiercel.agent.Agent.AgentIdentity;
import io.tiercel.agent.ErrorLog;
import io.tiercel.agent.migrate.Devices;
import io.tiercel.agent.migrate.LockPermission;
import io.tiercel.agent.migrate.PinnedBlocks;
import io.tiercel.agent.session.Signal.WaitBounds;
import io.tiercel.agent.watch.PageCacheWatcher;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's conversation with its coordinator, step by step: registers, exchanges, and never gives up. When the coordinator has
 * not answered for a lease, it gives back all that the agent holds. For one thread, except where a method says otherwise.
 */
public final class CoordinatorSession {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorSession.class);

    private static final int MOST_REASONS = 5;

    private final AgentIdentity identity;
    private final CoordinatorApi coordinator;
    private final AgentResources resources;
    private final RetryPolicy retry;
    private final ErrorLog errors;
    private final LongSupplier nanos;

    private boolean registered;
    private Offer registeredOffer = Offer.NONE;
    private boolean hasReported;
    private long session;
    private long watchSerial;
    /** When the last request was sent that has been answered. */
    private long answeredAt;

    private int failures;

    private final LongAdder unanswered = new LongAdder();
    private volatile boolean connected;

    /** Why calls have failed since the last answer. Each reason is logged once: the first may hide the real one. */
    private final Set<String> reasons = new HashSet<>();

    public CoordinatorSession(
            AgentIdentity identity,
            CoordinatorApi coordinator,
            AgentResources resources,
            RetryPolicy retry,
            ErrorLog errors,
            LongSupplier nanos) {
        this.identity = identity;
        this.coordinator = coordinator;
        this.resources = resources;
        this.retry = retry;
        this.errors = errors;
        this.nanos = nanos;
    }

    /** Whether the last call was answered. For any thread. */
    public boolean isConnected() {
        return connected;
    }

    /** Calls that were not answered, or were refused. For any thread. */
    public long unanswered() {
        return unanswered.sum();
    }

    /** Makes one call and carries out its answer. Throws nothing. */
    public WaitBounds step() {
        long now = nanos.getAsLong();
        try {
            resources.devices().failHung();
            WaitBounds pause = isToRegister() ? register(now) : exchange(now);
            if (failures > 0) {
                LOG.info("Tiercel's coordinator answers again");
            }
            failures = 0;
            reasons.clear();
            answeredAt = now;
            connected = true;
            return pause;
        } catch (IOException e) {
            return failed(e.getMessage());
        } catch (Throwable e) {
            // An error of ours counts as silence, too: after a lease of it, the agent gives back what it holds.
            errors.caught("to talk to the coordinator", e);
            return failed(e.toString());
        }
    }

    /** A registration drops all reports. So, when the offer changes, the next call reports and the one after it registers. */
    private boolean isToRegister() {
        if (!registered) {
            return true;
        }
        boolean isSame = registeredOffer.equals(offer()) && areDevicesCurrent();
        boolean reports = isSame || !hasReported && resources.reports().isOfBlocks();
        hasReported = !isSame;
        return !reports;
    }

    /** A daemon that does not say has the devices that it had. */
    private boolean areDevicesCurrent() {
        try {
            return resources.devices().isCurrent();
        } catch (IOException e) {
            return true;
        }
    }

    private Offer offer() {
        return new Offer(resources.pins().budget(), resources.permission().isGranted());
    }

    private WaitBounds register(long now) throws IOException {
        registered = false;
        resources.startAnew();
        hasReported = false;
        registeredOffer = offer();
        RegisterRequest request = RegisterRequest.newBuilder()
                .setNode(identity.node())
                .setHost(identity.host())
                .setVersion(identity.version())
                .setBudgetBytes(registeredOffer.budgetBytes())
                .setPins(registeredOffer.pins())
                .setSharesDevices(identity.sharesDevices())
                .setConfiguredBudgetBytes(resources.configuredBytes())
                .setLockableBytes(resources.permission().lockableBytes())
                .addAllDevices(resources.devices().describe())
                .addAllHeld(resources.pins().held())
                .build();
        RegisterReply reply = coordinator.register(request, deadline(now));
        session = reply.getSession();
        watchSerial = 0;
        retry.accept(reply.getIntervalMillis(), reply.getLeaseMillis());
        registered = true;
        return WaitBounds.exactly(RetryPolicy.LEAST_PAUSE);
    }

    private long deadline(long now) {
        return retry.deadline(now, answeredAt, resources.isAny());
    }

    private WaitBounds exchange(long now) throws IOException {
        ExchangeRequest.Builder request = ExchangeRequest.newBuilder()
                .setNode(identity.node())
                .setSession(session)
                .addAllRunning(resources.devices().unfinished())
                .addAllRoom(resources.devices().room())
                .setPinnedBytes(resources.pins().heldBytes())
                .setBudgetBytes(registeredOffer.budgetBytes())
                .setWatchSerial(watchSerial)
                .setReaders(resources.devices().readers());
        resources.reports().drainTo(request);
        ExchangeRequest sent = request.build();
        ExchangeReply reply;
        try {
            reply = coordinator.exchange(sent, deadline(now));
        } catch (Throwable e) {
            resources.reports().putBack(sent);
            throw e;
        }
        if (reply.getRegister()) {
            registered = false;
            // Not at once: a coordinator that forgets every agent must not be asked without a pause.
            return WaitBounds.exactly(retry.interval());
        }
        obey(reply);
        return new WaitBounds(RetryPolicy.LEAST_PAUSE, retry.interval());
    }

    private void obey(ExchangeReply reply) {
        reply.getCancelList().forEach(resources::callOff);
        reply.getUnpinList().forEach(resources::unpin);
        resources.watcher().ask(reply.getWatchList(), reply.getUnwatchList());
        watchSerial = reply.getWatchSerial();
        reply.getMigrateList().forEach(resources.devices()::migrate);
    }

    private WaitBounds failed(String why) {
        failures++;
        unanswered.increment();
        connected = false;
        long now = nanos.getAsLong();
        if (reasons.size() < MOST_REASONS && reasons.add(why)) {
            LOG.warn("Tiercel's coordinator does not answer ({}); trying on", why);
        }
        if (resources.isAny() && retry.leaseLeft(now, answeredAt) <= 0) {
            LOG.warn("Tiercel's coordinator has been silent for a lease: all that was pinned is given back");
            resources.giveBack();
            registered = false;
        }
        long pause = retry.afterFailures(failures);
        return WaitBounds.exactly(
                resources.isAny() ? Math.min(pause, Math.max(0, retry.leaseLeft(now, answeredAt))) : pause);
    }

    /** The memory that the agent offers. It registers again when the offer changes. */
    private record Offer(long budgetBytes, boolean pins) {
        static final Offer NONE = new Offer(0, false);
    }

    public interface CoordinatorApi extends AutoCloseable {
        /** @throws IOException if no answer comes in time, or a failure does */
        RegisterReply register(RegisterRequest request, long deadlineNanos) throws IOException;

        ExchangeReply exchange(ExchangeRequest request, long deadlineNanos) throws IOException;

        @Override
        void close();
    }

    /**
     * All that the agent holds and does for the coordinator, so that it can be given back as one.
     *
     * @param configuredBytes the budget as configured; the one of {@code pins} may be less
     */
    public record AgentResources(
            PinnedBlocks pins,
            LockPermission permission,
            Devices devices,
            PageCacheWatcher watcher,
            PendingReports reports,
            long configuredBytes)
            implements AutoCloseable {

        boolean isAny() {
            return !pins.isEmpty() || !devices.unfinished().isEmpty();
        }

        /** Begins a new session: forgets orders and reports, and keeps the blocks. */
        void startAnew() throws IOException {
            devices.forget();
            watcher.clear();
            reports.clear();
            devices.refresh();
        }

        void callOff(long migration) {
            devices.callOff(migration, reports::hasEnd);
        }

        /** Lets go of a block, in memory or on its way, and reports that even if it was not there. */
        void unpin(BlockId block) {
            devices.callOff(block);
            pins.release(block);
            reports.unpinned(block);
        }

        public void giveBack() {
            devices.forget();
            pins.releaseAll();
            watcher.clear();
            reports.clear();
        }

        @Override
        public void close() {
            devices.close();
            giveBack();
        }
    }
}
