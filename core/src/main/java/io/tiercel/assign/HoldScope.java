package io.tiercel.assign;

/** For which better places a policy keeps slots free. */
public enum HoldScope {
    /** None: a free slot is used at once. */
    NOTHING,
    /** Places where the task's input is on the policy's first tier. */
    FIRST_TIER,
    /** Any cheaper place. */
    ANY_GAIN
}
