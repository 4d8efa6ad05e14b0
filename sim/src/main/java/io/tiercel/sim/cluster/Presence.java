package io.tiercel.sim.cluster;

/** Whether a node answers, and whether the cluster still counts on it. Silence is noticed later than it begins. */
public final class Presence {
    private boolean there = true;
    private boolean listed = true;

    /** Whether the node answers. */
    public boolean isThere() {
        return there;
    }

    /** Whether NameNode and scheduler count on the node: true from its failure until that is noticed. */
    public boolean isListed() {
        return listed;
    }

    void fail() {
        there = false;
    }

    void markLost() {
        listed = false;
    }

    void restore() {
        there = true;
        listed = true;
    }
}
