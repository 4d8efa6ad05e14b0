package io.tiercel.sim.cluster;

/** Whether a node is there, and whether the name node and the scheduler count on it, who notice later that it is not. */
public final class Presence {
    private boolean there = true;
    private boolean listed = true;

    /** Whether it answers. */
    public boolean isThere() {
        return there;
    }

    /** Whether it is taken to be there: also from its failure until this is noticed. */
    public boolean isListed() {
        return listed;
    }

    /** It answers no more. */
    void fails() {
        there = false;
    }

    /** It has been noticed. */
    void isMissed() {
        listed = false;
    }

    /** It answers again, and says so. */
    void returns() {
        there = true;
        listed = true;
    }
}
