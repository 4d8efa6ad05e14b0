package io.tiercel.transfer;

import io.tiercel.model.Preconditions;

/**
 * How many bytes per second the transfers of one source may take together. An administrator's bound is never exceeded (MixApart, section
 * 6). Below it the limit adapts, which the paper leaves open: additive increase, multiplicative decrease, as in TCP. That shares a source
 * fairly with other readers who do the same. Not thread-safe. Times are seconds of any one clock.
 */
public final class SourceBandwidth {
    /** What a back-off leaves: half, as in TCP. More would need several rounds of rejected requests to leave an overload. */
    static final double DECREASE = 0.5;

    /**
     * Increase for one round of transfers, as a part of the bound. A round is as many successes as fill the limit. So half of the bound is won
     * back in 10 rounds: slow enough not to swing, fast enough for jobs of minutes.
     */
    static final double INCREASE = 0.05;

    /** The least limit, as a part of the bound. Without any transfer nobody would notice that the source has recovered. */
    static final double LEAST = 1.0 / 64;

    /** Seconds during which a back-off answers all bad news: requests sent before it are throttled as well. */
    static final double SETTLING = 1;

    /** The mean latency, in multiples of the usual one, from which the source counts as overloaded. */
    static final double SLOW = 2;

    /** Samples before latencies count: a first connection is slow. */
    static final int WARM_UP = 8;

    /** Weight of a sample in the mean. Eight samples make about two thirds of it, so a single slow answer is no overload. */
    static final double WEIGHT = 1.0 / 8;

    /** By how much the usual latency rises with each sample. After 70 samples a source that stays twice as slow counts as usual. */
    static final double AGEING = 1.01;

    private final long bound;
    private double limit;
    private double settledAt = Double.NEGATIVE_INFINITY;
    private double usualLatency = Double.POSITIVE_INFINITY;
    private double meanLatency;
    private int samples;

    /**
     * Starts at the bound.
     *
     * @param bound bytes per second; {@link Long#MAX_VALUE}: no bound
     * @throws IllegalArgumentException if it is below 1
     */
    public SourceBandwidth(long bound) {
        Preconditions.atLeast("bound", bound, 1);
        this.bound = bound;
        this.limit = bound;
    }

    /** Bytes per second as the administrator has set them. */
    public long bound() {
        return bound;
    }

    /** Bytes per second that transfers may take now: at least 1, at most the bound. */
    public long limit() {
        return Math.max(1, Math.min(bound, (long) limit));
    }

    /** The source has answered that there are too many requests (503 of object stores): backs off. */
    public void throttled(double now) {
        if (now < settledAt) {
            return;
        }
        limit = Math.max(LEAST * bound, DECREASE * limit);
        settledAt = now + SETTLING;
    }

    /**
     * A request was answered. Backs off if the mean latency is more than twice the least of late.
     *
     * @param latency seconds from the request to the first byte; above 0
     */
    public void latency(double latency, double now) {
        Preconditions.positive("latency", latency);
        usualLatency = Math.min(usualLatency * AGEING, latency);
        meanLatency = samples == 0 ? latency : meanLatency + WEIGHT * (latency - meanLatency);
        samples = Math.min(samples + 1, WARM_UP);
        if (samples == WARM_UP && meanLatency > SLOW * usualLatency) {
            throttled(now);
        }
    }

    /**
     * A transfer has succeeded: the limit rises, but not while a back-off settles. A limit that is not used rises slowly, because nothing
     * has tested it.
     *
     * @param rate bytes per second that the transfer took
     */
    public void succeeded(long rate, double now) {
        Preconditions.atLeast("rate", rate, 1);
        if (now >= settledAt) {
            limit = Math.min(bound, limit + INCREASE * bound * Math.min(1, rate / limit));
        }
    }
}
