package io.tiercel.assign;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A policy's decision, with its reasons.
 *
 * @param reasons why each task got that node or none, in the order of the tasks
 * @param certificate the prices that prove the assignment to be of least cost; null from policies that do not claim it
 */
public record Decision(Assignment assignment, List<Reason> reasons, @Nullable Certificate certificate) {
    public Decision {
        reasons = List.copyOf(reasons);
    }

    /** A decision by rules, which no prices prove. */
    public Decision(Assignment assignment, List<Reason> reasons) {
        this(assignment, reasons, null);
    }

    public Reason reason(int task) {
        return reasons.get(task);
    }
}
