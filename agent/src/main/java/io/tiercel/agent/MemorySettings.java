package io.tiercel.agent;

/**
 * How much memory the agent may take.
 *
 * @param budgetBytes most that it brings in and locks
 * @param daemonBytes most that the daemon itself locks, in the same process and under the same limit
 * @param pressure percent of time in which some task waits for memory, from which on the agent gives memory back
 */
public record MemorySettings(long budgetBytes, long daemonBytes, double pressure) {}
