package io.tiercel.agent.curve;

import io.tiercel.agent.curve.CurveMeasurement.Outcome;
import io.tiercel.model.ReadCurve;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Decides when a device is measured. Times are nanoseconds of any one clock. For one thread. */
final class CurveSchedule {
    private static final long FIRST_RETRY = Duration.ofSeconds(5).toNanos();
    private static final long LONGEST_RETRY = Duration.ofMinutes(5).toNanos();

    /** Nanoseconds until a measurement may be repeated because migrations show another bandwidth. */
    private static final long SOONEST = Duration.ofMinutes(10).toNanos();

    /** A bandwidth that differs by more than this factor is another one. */
    private static final double DIFFERS = 1.6;

    /** Measurements in a row that are far below the best known bandwidth. After them the device counts as slow, not as busy. */
    private static final int MOST_SLOW = 3;

    private final CurveSettings settings;
    private @Nullable ReadCurve curve;
    /** As migrations showed it when the curve was measured. */
    private OptionalDouble fullThen = OptionalDouble.empty();

    private long retry = FIRST_RETRY;
    private int slow;
    private long dueAt;
    private long soonestAt;

    CurveSchedule(CurveSettings settings, long now) {
        this.settings = settings;
        this.dueAt = now;
        this.soonestAt = now;
    }

    /** @param full bytes per second as migrations show it now; empty if they show nothing */
    boolean isDue(OptionalDouble full, long now) {
        return now - dueAt >= 0 || now - soonestAt >= 0 && differs(full);
    }

    private boolean differs(OptionalDouble full) {
        if (curve == null || full.isEmpty() || full.equals(fullThen)) {
            return false;
        }
        double ratio = full.getAsDouble() / curve.one();
        return Math.max(ratio, 1 / ratio) > DIFFERS;
    }

    /** Bytes per second that one reader should get about; empty if nobody knows. */
    OptionalDouble best(OptionalDouble full) {
        if (slow >= MOST_SLOW) {
            return OptionalDouble.empty();
        }
        return curve == null ? full : OptionalDouble.of(Math.max(curve.one(), full.orElse(0)));
    }

    /** Others use the device now, so nothing has been measured. */
    void postponed(long now) {
        dueAt = now + retry;
        soonestAt = dueAt;
        retry = Math.min(LONGEST_RETRY, 2 * retry);
    }

    /** A measurement has ended now, and took so long. @return the curve, if it counts */
    Optional<ReadCurve> ended(Outcome outcome, OptionalDouble full, long took, long now) {
        long rest = Math.round(took / settings.share());
        slow = outcome.isSlow() ? slow + 1 : 0;
        if (outcome.curve().isPresent()) {
            curve = outcome.curve().get();
            fullThen = full;
            retry = FIRST_RETRY;
            dueAt = now + Math.max(rest, settings.interval().toNanos());
            soonestAt = now + Math.max(rest, SOONEST);
        } else {
            postponed(now);
            dueAt = Math.max(dueAt, now + rest);
            soonestAt = dueAt;
        }
        return outcome.curve();
    }
}
