package io.tiercel.allocate;

/**
 * A container on a node.
 *
 * @param node index of the node
 * @param cost a score of the request's preferences, with {@code c1} added in the rack; {@code c2} elsewhere
 */
public record Container(int node, double cost) {}
