package io.tiercel.sim.schedule;

/**
 * Policy {@code tiercel}.
 *
 * @param told by device number: the bandwidth that the policy assumes, divided by the true one; 1 for devices beyond the end
 */
public record PlanSpec(double[] told) {
    public static final PlanSpec EXACT = new PlanSpec(new double[0]);

    double told(int device) {
        return device < told.length ? told[device] : 1;
    }
}
