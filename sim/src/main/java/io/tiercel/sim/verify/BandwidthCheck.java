package io.tiercel.sim.verify;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.SharedResource.TransferListener;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Checks that each resource gives its bandwidth: over a busy period it carries as many bytes as the bandwidth allows, less at most what seeks may
 * cost.
 */
final class BandwidthCheck implements TransferListener {
    /** Rounding of times to nanoseconds, and of virtual time to doubles, for each transfer. */
    private static final double SLACK_BYTES = 1;

    private static final double SLACK_NANOS = 2;

    /** By resource number; null before a resource's first transfer. */
    private @Nullable Busy[] busy = new @Nullable Busy[64];

    private static final class Busy {
        private final SharedResource resource;
        private final long began;
        private long since;
        private int active;
        private int transfers;
        private double bytes;
        /** Bounds of what it could carry in this busy period before {@code since}, and its greatest bandwidth. */
        private double possible;

        private double least;
        private double fastest;

        private Busy(SharedResource resource, long time) {
            this.resource = resource;
            this.began = time;
            this.since = time;
        }

        /** Adds the time since the last change. */
        private void until(long time) {
            double seconds = (time - since) / (double) Engine.SECOND;
            possible += resource.bytesPerSecond() * seconds;
            least += resource.leastBytesPerSecond() * seconds;
            fastest = Math.max(fastest, resource.bytesPerSecond());
            since = time;
        }
    }

    @Override
    public void begun(SharedResource resource, long time) {
        Busy period = of(resource);
        if (period == null || period.active == 0) {
            period = new Busy(resource, time);
            busy[resource.number()] = period;
        }
        period.active++;
        period.transfers++;
    }

    @Override
    public void ended(SharedResource resource, long time, double bytes) {
        Busy period = of(resource);
        if (period == null || period.active == 0) {
            throw new BrokenInvariantException(time, resource.name() + ": a transfer ends that has not begun");
        }
        period.bytes += bytes;
        if (--period.active == 0) {
            check(resource, period, time);
        }
    }

    @Override
    public void changes(SharedResource resource, long time) {
        Busy period = of(resource);
        if (period != null && period.active > 0) {
            period.until(time);
            period.transfers++; // each change rounds like the begin of a transfer
        }
    }

    private @Nullable Busy of(SharedResource resource) {
        if (resource.number() >= busy.length) {
            busy = Arrays.copyOf(busy, Math.max(2 * busy.length, resource.number() + 1));
        }
        return busy[resource.number()];
    }

    private static void check(SharedResource resource, Busy period, long time) {
        period.until(time);
        double slack = period.transfers * (SLACK_BYTES + SLACK_NANOS * period.fastest / Engine.SECOND);
        if (period.bytes > period.possible + slack || period.bytes < period.least - slack) {
            throw new BrokenInvariantException(
                    time,
                    String.format(
                            Locale.ROOT,
                            "%s: carried %.0f bytes in a busy period of %d ns, expected %.0f",
                            resource.name(),
                            period.bytes,
                            time - period.began,
                            period.possible));
        }
    }

    /** At the end of a run every resource is idle. */
    void checkEnd(long time) {
        for (Busy period : busy) {
            if (period != null && period.active > 0) {
                throw new BrokenInvariantException(
                        time, period.resource.name() + ": " + period.active + " transfers have not ended");
            }
        }
    }
}
