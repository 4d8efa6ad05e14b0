package io.tiercel.record;

/**
 * The costs of a decision record that are no task's own, in the numbers of the record.
 *
 * @param c1 what the network within a rack adds to a score
 * @param c2 cost of reading from another rack
 * @param c0 cost of a task without preferred locations
 */
public record Penalties(double c1, double c2, double c0) {}
