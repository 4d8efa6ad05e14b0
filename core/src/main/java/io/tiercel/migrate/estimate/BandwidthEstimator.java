package io.tiercel.migrate.estimate;

/**
 * How long a migration takes on one device (DYRS, section IV-A): a moving average of past migrations, per byte, weighted by their
 * bytes; raised at once while a running migration exceeds it.
 *
 * <p>Beyond the paper: an idle device gets no migration that could prove it fast again, so its estimate comes back to the device's
 * measured speed by half-lives. It comes back more slowly than time passes, so that a slow device is never handed a last block which
 * the others finish in the meantime (decision 0802). A migration faster than twice the measured speed came
 * from a cache, and counts as twice that speed. The measured speed is a guess by the kind of device until the agent reports one.
 */
public final class BandwidthEstimator {
    private static final double LN_2 = Math.log(2);

    private final EstimatorSettings settings;

    /** Nanoseconds that a byte takes with the device to itself. */
    private double nominal;

    /** Whether no migration has ended yet. */
    private boolean fresh = true;

    /** The moving averages of durations and of bytes; their ratio is the estimate as of {@code settledAt}. */
    private double nanos;

    private double bytes;
    private long settledAt;

    /** Of the last migration. */
    private double lastBytes;

    /** The estimate when a migration last told something of the device. */
    private double measured;

    /** The running migration's; 0 if none runs. */
    private long runningBytes;

    private long runningSince;

    /** The estimate before the migration that runs has raised it, and what it told of the device. */
    private double beforeRunning;

    private double measuredBeforeRunning;

    /**
     * @param bytesPerSecond what the device yields with nobody else on it, as measured or as printed on it; above 0, finite
     * @param now nanoseconds
     */
    public BandwidthEstimator(EstimatorSettings settings, double bytesPerSecond, long now) {
        this.settings = settings;
        this.nominal = nanosPerByte(bytesPerSecond);
        this.nanos = nominal * settings.leastBytes();
        this.bytes = settings.leastBytes();
        this.measured = nominal;
        this.settledAt = now;
    }

    /**
     * Takes the speed that the agent has measured with nobody else on the device. The estimate comes back to it from now on, and
     * begins with it if no migration has ended yet.
     *
     * @param bytesPerSecond above 0, finite
     */
    public void fullBandwidth(double bytesPerSecond, long now) {
        double before = settled(now);
        nominal = nanosPerByte(bytesPerSecond);
        if (fresh) {
            nanos = nominal * bytes;
            measured = nominal;
        } else if (runningBytes == 0) {
            settle(before, now);
        }
    }

    private static double nanosPerByte(double bytesPerSecond) {
        if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bytesPerSecond: expected above 0 and finite, got " + bytesPerSecond);
        }
        return 1e9 / bytesPerSecond;
    }

    /** A migration of {@code size} bytes has ended after {@code duration} nanoseconds. */
    public void finished(long size, long duration, long now) {
        double charged = settings.charged(size);
        double believed = Math.max(duration, nominal * charged / 2);
        // It has raised the estimate by what it waited for others, too: of that only what the device worked for it
        // counts.
        settle(
                runningBytes == 0 ? settled(now) : Math.max(beforeRunning, Math.min(settled(now), duration / charged)),
                now);
        nanos = (1 - settings.weight()) * nanos + settings.weight() * believed;
        bytes = (1 - settings.weight()) * bytes + settings.weight() * charged;
        measured = nanos / bytes;
        lastBytes = charged;
        runningBytes = 0;
        fresh = false;
    }

    /** A migration of {@code size} bytes has been running since {@code since}, nanoseconds. */
    public void running(long size, long since, long now) {
        double before = settled(Math.min(since, now));
        if (runningBytes == 0) {
            beforeRunning = before;
            measuredBeforeRunning = measured;
        }
        runningBytes = settings.charged(size);
        lastBytes = runningBytes;
        runningSince = since;
        double reached = exceeded(now);
        if (reached > before) {
            measured = reached;
        }
        settle(Math.max(before, reached), now);
    }

    /** The migration that ran was given up. If it has raised the estimate, only the nanoseconds that the device worked on it count. */
    public void givenUp(long served, long now) {
        if (runningBytes > 0) {
            double shown = (double) served / runningBytes;
            measured = Math.max(measuredBeforeRunning, Math.min(measured, shown));
            settle(Math.max(beforeRunning, Math.min(nanosPerByte(now), shown)), now);
            runningBytes = 0;
        }
    }

    public void idle(long now) {
        if (runningBytes > 0) {
            settle(nanosPerByte(now), now);
            runningBytes = 0;
        }
    }

    /** Nanoseconds that one byte is expected to take. */
    public double nanosPerByte(long now) {
        return Math.max(settled(now), exceeded(now));
    }

    /** Nanoseconds that a migration of {@code size} bytes is expected to take once it starts. */
    public double nanosFor(long size, long now) {
        return settings.charged(size) * nanosPerByte(now);
    }

    /** Bytes of the migration that runs that should have come in by now; 0 if none runs. */
    public double doneBytes(long now) {
        return runningBytes == 0 ? 0 : Math.min(runningBytes, Math.max(0, now - runningSince) / nanosPerByte(now));
    }

    /** Nanoseconds that it would take with the device to itself. */
    public double nanosAtFullBandwidth(long size) {
        return settings.charged(size) * nominal;
    }

    /**
     * How many migrations of {@code size} bytes an agent holds beside the one that runs: just so many that the device does not run dry
     * at its full bandwidth between two requests, {@code interval} nanoseconds apart; at least 1 (DYRS, sections III-A1 and III-B).
     * Decision 0801 says why the running one is not among those.
     */
    public int depthBesideRunning(long size, long interval) {
        return (int) Math.max(1, Math.ceil(interval / nanosAtFullBandwidth(size)));
    }

    /** Whether the estimate has come back most of the way from a slow phase with no migration to confirm it yet. */
    public boolean unconfirmed(long now) {
        return measured > 2 * nominal && nanosPerByte(now) < (measured + nominal) / 2;
    }

    private double exceeded(long now) {
        return runningBytes == 0 ? 0 : Math.max(0, now - runningSince) / (double) runningBytes;
    }

    /** The average as of {@code now}: while nothing runs it returns to the measured speed. */
    private double settled(long now) {
        double last = nanos / bytes;
        if (runningBytes > 0 || now <= settledAt) {
            return last;
        }
        // Slower than time passes, by half again: its slope at the outset is -(last - nominal) * bytes * ln 2 /
        // halfLife.
        double halfLife = Math.max(settings.halfLife(), 1.5 * LN_2 * last * lastBytes);
        return nominal + (last - nominal) * Math.exp(-LN_2 * (now - settledAt) / halfLife);
    }

    private void settle(double perByte, long now) {
        nanos = perByte * bytes;
        settledAt = Math.max(settledAt, now);
    }
}
