package io.tiercel.migrate.status;

import io.tiercel.migrate.bind.FinishTimes;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.model.BlockId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When blocks are expected in memory. Pending ones were laid out over the devices by DYRS' algorithm 1, each after all that goes before
 * it; a device is asked within a poll interval. That looks at every pending block, so it may be used for a while. Blocks that become
 * pending meanwhile come last.
 */
public final class ExpectedArrivals {
    /** How long a layout may be used for each block in it: about ten times as long as it takes. */
    private static final long USE_NANOS = 1_000;

    private final long pollInterval;
    private final ReferenceLedger ledger;
    private final AgentRegistry agents;
    private final PendingQueue pending;
    private final FinishTimes times;
    private final int devices;
    private final long made;
    private final long usable;

    /** By slot: who had it, and nanoseconds from {@link #made}. */
    private @Nullable BlockEntry[] entries;

    private double[] nanos;

    ExpectedArrivals(
            long pollInterval,
            ReferenceLedger ledger,
            AgentRegistry agents,
            PendingQueue pending,
            FinishTimes times,
            long now) {
        this.pollInterval = pollInterval;
        this.ledger = ledger;
        this.agents = agents;
        this.pending = pending;
        this.times = times;
        this.devices = agents.devices();
        this.made = now;
        this.usable = USE_NANOS * pending.size();
        this.entries = new BlockEntry[pending.slots()];
        this.nanos = new double[pending.slots()];
        pending.forEach(this::add);
    }

    private void add(int slot) {
        int device = times.target(pending, slot);
        entries[slot] = pending.entry(slot);
        nanos[slot] = device < 0 ? Double.POSITIVE_INFINITY : pollInterval + times.finish(device);
    }

    /** Whether it is too old to be used any more, or knows too few devices. */
    public boolean isOutdated(long now) {
        return now - made > usable || agents.devices() != devices;
    }

    /** Nanoseconds until each of these blocks is expected: 0 for one that is there, infinity for one that nothing brings in. */
    public List<Double> of(List<BlockId> blocks, long now) {
        return blocks.stream().map(block -> of(ledger.block(block), now)).toList();
    }

    private double of(@Nullable BlockEntry entry, long now) {
        return switch (entry == null ? BlockState.IDLE : entry.state()) {
            case PENDING -> Math.max(0, waiting(entry) - (now - made));
            case BOUND -> MigrationViews.arrival(entry, now);
            case PINNED -> 0;
            case IDLE, LEAVING -> Double.POSITIVE_INFINITY;
        };
    }

    private double waiting(BlockEntry entry) {
        int slot = entry.slot();
        if (slot >= entries.length) {
            entries = Arrays.copyOf(entries, pending.slots());
            nanos = Arrays.copyOf(nanos, pending.slots());
        }
        if (entries[slot] != entry) {
            add(slot);
        }
        return nanos[slot];
    }
}
