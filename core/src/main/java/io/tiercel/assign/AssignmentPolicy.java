package io.tiercel.assign;

/** Chooses a node for each task. A pure function: the same problem always gets the same answer. */
public interface AssignmentPolicy {
    /** The name under which users choose it: {@code trident}, {@code quartet}, {@code h-scheduler} or {@code stock}. */
    String name();

    Assignment assign(AssignmentProblem problem);
}
