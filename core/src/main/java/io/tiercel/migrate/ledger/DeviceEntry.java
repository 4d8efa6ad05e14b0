package io.tiercel.migrate.ledger;

import io.tiercel.migrate.estimate.BandwidthEstimator;
import io.tiercel.migrate.estimate.EstimatorSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device, as far as it is known: its ordinal stays when its agent goes and comes back. */
public final class DeviceEntry {
    public final DeviceId id;
    public final int ordinal;

    /** Null while no agent answers for it. */
    private @Nullable AgentEntry agent;

    private @Nullable BandwidthEstimator estimator;

    /** In the order in which they were bound; the agent reads the first. */
    private final List<BlockEntry> bound = new ArrayList<>(4);

    DeviceEntry(DeviceId id, int ordinal) {
        this.id = id;
        this.ordinal = ordinal;
    }

    void join(AgentEntry host, BandwidthEstimator ownEstimator) {
        agent = host;
        estimator = ownEstimator;
    }

    void leave() {
        agent = null;
        estimator = null;
        bound.clear();
    }

    public boolean alive() {
        return agent != null;
    }

    public AgentEntry agent() {
        return alive(agent);
    }

    public BandwidthEstimator estimator() {
        return alive(estimator);
    }

    private <T> T alive(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("no agent answers for " + id);
        }
        return part;
    }

    public List<BlockEntry> bound() {
        return bound;
    }

    /** Charged bytes bound to it, without what the one that runs should have brought in by now. */
    public double queuedBytes(EstimatorSettings settings, long now) {
        double sum = -estimator().doneBytes(now);
        for (BlockEntry entry : bound) {
            sum += settings.charged(entry.bytes);
        }
        return Math.max(0, sum);
    }

    /** Whether its queue should hold one more, given that it asks again after {@code interval} nanoseconds. */
    public boolean wantsMore(long interval, long now) {
        if (bound.isEmpty()) {
            return true;
        }
        if (estimator().unconfirmed(now)) {
            return false;
        }
        double waiting = 0;
        for (int i = 1; i < bound.size(); i++) {
            waiting += estimator().nanosAtFullBandwidth(bound.get(i).bytes);
        }
        return bound.size() == 1 || waiting < interval;
    }
}
