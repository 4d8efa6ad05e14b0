package io.tiercel.agent.curve;

import io.tiercel.agent.ManualClock;
import io.tiercel.agent.migrate.IdleDevice;
import io.tiercel.model.ReadCurve;
import io.tiercel.plan.dispatch.Throughput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/** A device and its reads, on a clock of its own. Each point takes half a second. */
final class FakeDevice implements IdleDevice, ConcurrentReads {
    static final String STORAGE = "DS-1";

    final ManualClock clock = new ManualClock();
    final List<Integer> measured = new ArrayList<>();
    final List<ReadCurve> told = new ArrayList<>();
    Throughput throughput = new Throughput(100e6, 100e6, 0);
    /** The part of the bandwidth that others leave, by the number of the point from 0; the last one counts for the rest. */
    double[] left = {1};

    /** At which point a migration comes. */
    int migrationAt = Integer.MAX_VALUE;

    /** From which point on there is nothing to read. */
    int dataUntil = Integer.MAX_VALUE;

    OptionalDouble full = OptionalDouble.empty();
    boolean isIdle = true;
    boolean isInUse;

    @Override
    public boolean isInUse() {
        return isInUse;
    }

    @Override
    public OptionalDouble bytesPerSecond(int readers, BooleanSupplier isAllowed) {
        int point = measured.size();
        measured.add(readers);
        clock.advance(Duration.ofMillis(500));
        isIdle &= point < migrationAt;
        return point < dataUntil && isAllowed.getAsBoolean()
                ? OptionalDouble.of(throughput.of(readers) * left[Math.min(point, left.length - 1)])
                : OptionalDouble.empty();
    }

    @Override
    public String storage() {
        return STORAGE;
    }

    @Override
    public boolean isIdleFor(long duration) {
        return isIdle;
    }

    @Override
    public OptionalDouble fullBytesPerSecond() {
        return full;
    }

    @Override
    public void measured(ReadCurve curve) {
        told.add(curve);
    }
}
