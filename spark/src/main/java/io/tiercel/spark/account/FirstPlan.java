package io.tiercel.spark.account;

import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.PlannedReads;
import io.tiercel.plan.dispatch.PlannedReads.OfDevice;
import io.tiercel.spark.event.TimeSeries;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The first plan of a stage, by device and over time. It works that out once, when somebody asks. Thread-safe. */
final class FirstPlan {
    /** Steps over which a device's reads are spread. */
    private static final int STEPS = 100;

    private final PlannedReads reads;
    private final double madeAt;
    private @Nullable Expected expected;

    /** @param byDevice by the device's number; its times count from when the plan was made */
    record Expected(Map<Integer, OfDevice> byDevice, TimeSeries overTime) {
        static final Expected NOTHING = new Expected(Map.of(), TimeSeries.NONE);
    }

    /** @param madeAt seconds since the stage's start */
    FirstPlan(PlannedReads reads, double madeAt) {
        this.reads = reads;
        this.madeAt = madeAt;
    }

    double madeAt() {
        return madeAt;
    }

    synchronized Expected expected(PlanStatistics.Devices devices, long unit) {
        Expected known = expected;
        if (known == null) {
            List<OfDevice> all = reads.byDevice();
            TierBytes overTime = new TierBytes(unit);
            double end = all.stream().mapToDouble(OfDevice::end).max().orElse(0);
            all.forEach(device -> spread(device, end, devices.tier(device.device()), overTime));
            known = new Expected(
                    all.stream().collect(Collectors.toMap(OfDevice::device, Function.identity())), overTime.series());
            expected = known;
        }
        return known;
    }

    /** A device's reads end evenly over the time for which the plan has them. */
    private void spread(OfDevice device, double end, Tier tier, TierBytes overTime) {
        double seconds = Math.max(0, device.end() - device.begin());
        int steps = Math.max(1, (int) Math.ceil(STEPS * seconds / Math.max(end, 1e-3)));
        for (int step = 1; step <= steps; step++) {
            overTime.add(tier, madeAt + device.end() - seconds * (steps - step) / steps, device.bytes() / steps);
        }
    }
}
