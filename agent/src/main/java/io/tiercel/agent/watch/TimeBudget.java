package io.tiercel.agent.watch;

/** Time that may be spent on what nobody waits for: a share of the time that passes, saved up for a while. Nanoseconds. */
final class TimeBudget {
    private final double share;
    private final double most;
    private double left;
    private long last;

    /**
     * @param share of the time that passes
     * @param most that can be saved
     */
    TimeBudget(double share, long most, long now) {
        this.share = share;
        this.most = most;
        this.left = most;
        this.last = now;
    }

    /** Whether something may be spent now. */
    boolean some(long now) {
        left = Math.min(most, left + share * (now - last));
        last = now;
        return left > 0;
    }

    /** So much has been spent; what was not there is owed. */
    void spend(long nanos) {
        left -= nanos;
    }
}
