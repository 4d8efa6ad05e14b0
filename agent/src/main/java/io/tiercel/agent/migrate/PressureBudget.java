package io.tiercel.agent.migrate;

import io.tiercel.agent.AgentKeys;
import io.tiercel.protocol.BlockId;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers the budget while tasks of the machine wait for memory, and raises it slowly afterwards. The coordinator sees the lower budget
 * and orders blocks to be given back that nobody needs. Blocks that still exceed the budget a step later are given back here. For one thread.
 */
public final class PressureBudget {
    private static final Logger LOG = LoggerFactory.getLogger(PressureBudget.class);

    /** Nanoseconds between two steps: the time over which the kernel averages. */
    static final long STEP = TimeUnit.SECONDS.toNanos(10);

    /** Nanoseconds without pressure before the budget grows by a step. */
    static final long CALM = TimeUnit.MINUTES.toNanos(1);

    private static final double KEPT = 0.75;
    private static final int STEPS_UP = 8;

    /** Pressure below this part of the threshold is none. Between the two, the budget stays. */
    private static final double RELIEVED = 0.5;

    private final PinnedBlocks pins;
    private final double threshold;
    private final Supplier<OptionalDouble> pressure;
    private final Consumer<BlockId> lost;
    private final LongSupplier nanos;
    private final long full;
    private long steppedAt;
    private long calmSince;
    private boolean toldUnknown;

    /**
     * @param threshold percent of time
     * @param pressure percent of time in which some task waits for memory; empty if the kernel does not tell
     * @param lost receives each block that was given back here
     */
    public PressureBudget(
            PinnedBlocks pins,
            double threshold,
            Supplier<OptionalDouble> pressure,
            Consumer<BlockId> lost,
            LongSupplier nanos) {
        this.pins = pins;
        this.threshold = threshold;
        this.pressure = pressure;
        this.lost = lost;
        this.nanos = nanos;
        this.full = pins.budget();
        this.steppedAt = nanos.getAsLong();
        this.calmSince = steppedAt;
    }

    /** Takes one turn. Call it about twice a second. */
    public void tick() {
        long now = nanos.getAsLong();
        if (full == 0 || now - steppedAt < STEP) {
            return;
        }
        steppedAt = now;
        pins.releaseBeyondBudget().forEach(lost);
        OptionalDouble percent = pressure.get();
        if (percent.isEmpty()) {
            tellUnknown();
        } else if (percent.getAsDouble() > threshold) {
            lower(percent.getAsDouble(), now);
        } else if (percent.getAsDouble() > RELIEVED * threshold) {
            calmSince = now;
        } else if (now - calmSince >= CALM && pins.budget() < full) {
            raise(now);
        }
    }

    private void tellUnknown() {
        if (!toldUnknown) {
            toldUnknown = true;
            LOG.info(
                    "Tiercel gives no memory back under pressure: this kernel does not tell it (/proc/pressure/memory)");
        }
    }

    private void lower(double percent, long now) {
        calmSince = now;
        long before = pins.budget();
        pins.limit(Math.min(before, (long) (KEPT * pins.heldBytes())));
        if (before == full) {
            LOG.warn(
                    "Tiercel gives memory back: tasks wait for memory {} % of the time ({} is {}). It may hold {} bytes now",
                    percent, AgentKeys.PRESSURE, threshold, pins.budget());
        }
    }

    private void raise(long now) {
        calmSince = now;
        pins.limit(Math.min(full, pins.budget() + (full + STEPS_UP - 1) / STEPS_UP));
        if (pins.budget() == full) {
            LOG.info("Tiercel may hold all of its {} bytes again: tasks no longer wait for memory", full);
        }
    }
}
