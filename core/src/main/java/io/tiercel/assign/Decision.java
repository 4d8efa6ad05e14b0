package io.tiercel.assign;

import java.util.List;

/**
 * What a policy decided, and why.
 *
 * @param assignment the node of each task
 * @param reasons why each task got that node or none, in the order of the tasks
 */
public record Decision(Assignment assignment, List<Reason> reasons) {
    public Decision {
        reasons = List.copyOf(reasons);
    }

    /** Why {@code task} got its node, or none. */
    public Reason reason(int task) {
        return reasons.get(task);
    }
}
