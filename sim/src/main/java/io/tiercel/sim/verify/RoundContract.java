package io.tiercel.sim.verify;

/**
 * What a scheduler promises of each of its rounds: that no slot which it offers stays free while a task waits that may run.
 *
 * @param slotsOfANode how many slots of one node a round offers at most; 0 for rounds that offer all slots of the cluster
 * @param holdsBack whether tasks of jobs that wait for slots where their input is need not run
 */
public record RoundContract(int slotsOfANode, boolean holdsBack) {}
