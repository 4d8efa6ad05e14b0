package io.tiercel.assign;

/** Chooses a node for each task. A pure function: the same problem always gets the same answer. */
public interface AssignmentPolicy {
    /** The name under which users choose it: {@code trident}, {@code quartet}, {@code h-scheduler} or {@code stock}. */
    String name();

    /** An assignment of as many tasks as there are slots for, and for each task the reason. */
    Decision decide(AssignmentProblem problem);

    /** Whether its decisions are of least cost, and carry the prices that prove it. */
    default boolean isLeastCost() {
        return false;
    }

    /** {@link #decide} without the reasons. */
    default Assignment assign(AssignmentProblem problem) {
        return decide(problem).assignment();
    }
}
