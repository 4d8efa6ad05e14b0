package io.tiercel.record;

/**
 * The costs of a decision record that belong to no task, in the record's numbers.
 *
 * @param c1 added to a score by the network within a rack
 * @param c2 cost of reading from another rack
 * @param c0 cost of a task without preferred locations
 */
public record Penalties(double c1, double c2, double c0) {}
