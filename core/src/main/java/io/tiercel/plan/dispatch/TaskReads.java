package io.tiercel.plan.dispatch;

/**
 * The reads of a task that has ended: those of its option on the node on which it ran, in proportion to the bytes that it has read.
 *
 * @param devices from which it has read on that node, or for it; empty if none of its input was there or on shared storage
 * @param bytes from each of these devices; given away
 * @param fetched bytes over the network, from devices that nobody knows
 */
public record TaskReads(int[] devices, double[] bytes, double fetched) {}
