package io.tiercel.agent.session;

import io.tiercel.agent.AgentIdentity;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the agent and its coordinator say to each other, step by step. Registers, exchanges, and when the coordinator has not
 * answered for a lease, gives back all that it holds; it never gives up. For one thread.
 */
public final class CoordinatorSession {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorSession.class);

    private final AgentIdentity identity;
    private final CoordinatorApi coordinator;
    private final AgentResources possessions;
    private final RetryPolicy patience;
    private final LongSupplier nanos;

    private boolean registered;
    private boolean pinsAsRegistered;
    private long session;
    private long watchSerial;
    /** When the last request was sent that has been answered. */
    private long answeredAt;

    private int failures;

    public CoordinatorSession(
            AgentIdentity identity,
            CoordinatorApi coordinator,
            AgentResources possessions,
            RetryPolicy patience,
            LongSupplier nanos) {
        this.identity = identity;
        this.coordinator = coordinator;
        this.possessions = possessions;
        this.patience = patience;
        this.nanos = nanos;
    }

    /** Says one thing and does what the answer asks for. */
    public WaitBounds step() {
        long now = nanos.getAsLong();
        try {
            WaitBounds pause = registered && pinsAsRegistered == possessions.pins() ? exchange(now) : register(now);
            if (failures > 0) {
                LOG.info("Tiercel's coordinator answers again");
            }
            failures = 0;
            answeredAt = now;
            return pause;
        } catch (IOException e) {
            return failed(e.getMessage());
        } catch (RuntimeException e) {
            // An error of ours is silence, too: what is held is given back after a lease of it.
            LOG.warn("Tiercel's agent failed to speak to the coordinator, and goes on", e);
            return failed(e.toString());
        }
    }

    private WaitBounds register(long now) throws IOException {
        registered = false;
        possessions.startAnew();
        pinsAsRegistered = possessions.pins();
        RegisterRequest request = RegisterRequest.newBuilder()
                .setNode(identity.node())
                .setHost(identity.host())
                .setVersion(identity.version())
                .setBudgetBytes(possessions.budget())
                .setPins(pinsAsRegistered)
                .setSharesDevices(identity.sharesDevices())
                .addAllDevices(possessions.devices().describe())
                .addAllHeld(possessions.held())
                .build();
        RegisterReply reply = coordinator.register(request, patience.deadline(now, answeredAt, possessions.any()));
        session = reply.getSession();
        watchSerial = 0;
        patience.asked(reply.getIntervalMillis(), reply.getLeaseMillis());
        registered = true;
        return WaitBounds.of(RetryPolicy.LEAST_PAUSE);
    }

    private WaitBounds exchange(long now) throws IOException {
        ExchangeRequest.Builder request = ExchangeRequest.newBuilder()
                .setNode(identity.node())
                .setSession(session)
                .addAllRunning(possessions.devices().unfinished())
                .addAllRoom(possessions.devices().room())
                .setPinnedBytes(possessions.heldBytes())
                .setBudgetBytes(possessions.budget())
                .setWatchSerial(watchSerial);
        possessions.outbox().drainTo(request);
        ExchangeRequest sent = request.build();
        ExchangeReply reply;
        try {
            reply = coordinator.exchange(sent, patience.deadline(now, answeredAt, possessions.any()));
        } catch (IOException | RuntimeException e) {
            possessions.outbox().putBack(sent);
            throw e;
        }
        if (reply.getRegister()) {
            registered = false;
            // Not at once, lest one that never knows anybody is asked without a pause.
            return WaitBounds.of(patience.interval());
        }
        obey(reply);
        return new WaitBounds(RetryPolicy.LEAST_PAUSE, patience.interval());
    }

    private void obey(ExchangeReply reply) {
        reply.getCancelList().forEach(possessions::callOff);
        for (BlockId block : reply.getUnpinList()) {
            possessions.unpin(block);
        }
        possessions.watcher().ask(reply.getWatchList(), reply.getUnwatchList());
        watchSerial = reply.getWatchSerial();
        reply.getMigrateList().forEach(possessions.devices()::migrate);
    }

    private WaitBounds failed(String why) {
        failures++;
        long now = nanos.getAsLong();
        if (failures == 1) {
            LOG.warn("Tiercel's coordinator does not answer ({}); trying on", why);
        }
        if (possessions.any() && patience.leaseLeft(now, answeredAt) <= 0) {
            LOG.warn("Tiercel's coordinator has been silent for a lease: all that was pinned is given back");
            possessions.giveBack();
            registered = false;
        }
        long pause = patience.afterFailures(failures);
        return WaitBounds.of(
                possessions.any() ? Math.min(pause, Math.max(0, patience.leaseLeft(now, answeredAt))) : pause);
    }
}
