package io.tiercel.migrate.ledger;

import io.tiercel.migrate.estimate.BandwidthEstimator;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.model.ReadCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A device. It keeps its index and its ordinal when its agent goes and comes back, because migrations name them. */
public final class DeviceEntry {
    private static final double SLOWEST = 1;
    private static final double FASTEST = 1e15;

    /** Migrations that are bound to one device at once. Agents ask for 64; more would only take time under the coordinator's lock. */
    private static final int MOST_BOUND = 1_000;

    public final DeviceId id;
    public final int ordinal;
    public final AgentEntry agent;

    public final String storage;

    private String storageType;

    /** Bytes per second with nobody else on it; empty if its agent has not measured it. */
    private OptionalDouble measured = OptionalDouble.empty();

    /** By the number of readers; empty if its agent has not measured it. Migrations are bound without it. */
    private Optional<ReadCurve> curve = Optional.empty();

    /** Null while no agent answers for it. */
    private @Nullable BandwidthEstimator estimator;

    /** In the order in which they were bound; the agent reads the first. */
    public final List<BlockEntry> bound = new ArrayList<>(4);

    private boolean hung;
    private long migratedBlocks;
    private long migratedBytes;

    DeviceEntry(DeviceId id, int ordinal, AgentEntry agent, String storage, String storageType) {
        this.id = id;
        this.ordinal = ordinal;
        this.agent = agent;
        this.storage = storage;
        this.storageType = storageType;
    }

    void join(EstimatorSettings settings, DeviceDescription description, long now) {
        storageType = description.storageType();
        measured = OptionalDouble.empty();
        believe(description.measured());
        curve = description.curve();
        hung = false;
        estimator = new BandwidthEstimator(settings, measured.orElseGet(this::guess), now);
    }

    void leave() {
        estimator = null;
        bound.clear();
    }

    /** Bytes per second of a device that its agent has yet to measure. */
    private double guess() {
        return switch (storageType) {
            case "RAM_DISK", "NVDIMM" -> 3e9;
            case "SSD" -> 5e8;
            default -> 1e8;
        };
    }

    /** Takes a speed that a device can have. Whether it did, and the speed is news. */
    private boolean believe(OptionalDouble bytesPerSecond) {
        double speed = bytesPerSecond.orElse(0);
        if (!(speed >= SLOWEST && speed < FASTEST) || bytesPerSecond.equals(measured)) {
            return false;
        }
        measured = bytesPerSecond;
        return true;
    }

    /** Its agent has measured it; whether that changes the estimate. */
    public boolean measured(double bytesPerSecond, long now) {
        boolean news = estimator != null && believe(OptionalDouble.of(bytesPerSecond));
        if (news) {
            estimator().fullBandwidth(bytesPerSecond, now);
        }
        return news;
    }

    public OptionalDouble measured() {
        return measured;
    }

    /** Its agent has measured what several readers get. */
    public void measured(ReadCurve measuredCurve) {
        curve = Optional.of(measuredCurve);
    }

    /** Whether its disk does not answer, so that nothing is targeted at it. */
    public boolean isHung() {
        return hung;
    }

    /** Its agent says whether its disk answers; returns whether that is news. */
    public boolean hung(boolean isHung) {
        boolean news = hung != isHung;
        hung = isHung;
        return news;
    }

    public Optional<ReadCurve> curve() {
        return curve;
    }

    public String storageType() {
        return storageType;
    }

    public void countMigrated(long bytes) {
        migratedBlocks++;
        migratedBytes += bytes;
    }

    public long migratedBlocks() {
        return migratedBlocks;
    }

    public long migratedBytes() {
        return migratedBytes;
    }

    public boolean isAlive() {
        return estimator != null;
    }

    public BandwidthEstimator estimator() {
        if (estimator == null) {
            throw new IllegalStateException("no agent answers for " + id);
        }
        return estimator;
    }

    public AgentMemory memory() {
        return agent.memory();
    }

    /** The migration that runs; null if none is bound. */
    public @Nullable BlockEntry running() {
        return bound.isEmpty() ? null : bound.get(0);
    }

    /** Charged bytes bound to it, without those of the running migration that should have come in by now. */
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
        if (bound.size() >= MOST_BOUND || estimator().unconfirmed(now)) {
            return false;
        }
        double waiting = 0;
        for (int i = 1; i < bound.size(); i++) {
            waiting += estimator().nanosAtFullBandwidth(bound.get(i).bytes);
        }
        return bound.size() == 1 || waiting < interval;
    }
}
