package io.tiercel.agent.watch;

/** A share of the time that passes, for work that nobody waits for. Unused time is saved up to a limit. Nanoseconds. */
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

    /** Whether any time is left now. */
    boolean isLeft(long now) {
        left = Math.min(most, left + share * (now - last));
        last = now;
        return left > 0;
    }

    /** Takes time off the budget, which may become negative. */
    void spend(long nanos) {
        left -= nanos;
    }
}
