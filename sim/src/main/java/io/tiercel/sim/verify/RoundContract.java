package io.tiercel.sim.verify;

/**
 * The scheduler's promise for each round: no offered slot stays free while a task waits that may run.
 *
 * @param slotsOfANode slots of one node in a round, at most; 0 for rounds over all nodes
 * @param holdsBack whether tasks may wait for better slots
 */
public record RoundContract(int slotsOfANode, boolean holdsBack) {}
