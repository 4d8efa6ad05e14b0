package io.tiercel.record;

import io.tiercel.plan.dispatch.ReadPlan;
import java.util.List;

/**
 * A plan of a stage's reads, ready to be written.
 *
 * @param context the names of the nodes, and the index of each planned task within the stage
 * @param devices their names
 */
public record ReadPlanRecord(DecisionRecord.Context context, List<String> devices, ReadPlan plan) {
    public ReadPlanRecord {
        devices = List.copyOf(devices);
    }
}
