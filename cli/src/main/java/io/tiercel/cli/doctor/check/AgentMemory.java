package io.tiercel.cli.doctor.check;

import io.tiercel.protocol.AgentState;

/** The memory of an agent, as the agent tells it. Agents of older versions do not say what they were given, nor what they may lock. */
record AgentMemory(AgentState agent) {
    /** Bytes that the configuration gives it. */
    long configured() {
        return agent.hasConfiguredBudgetBytes() ? agent.getConfiguredBudgetBytes() : agent.getBudgetBytes();
    }

    long budget() {
        return agent.getBudgetBytes();
    }

    /** Whether it has memory, and locks none of it. */
    boolean cannotLock() {
        return budget() > 0 && !agent.getPins();
    }

    /** Whether its process may lock less than it was given. */
    boolean isLimited() {
        return agent.hasLockableBytes() && agent.getLockableBytes() < configured();
    }

    boolean isReduced() {
        return budget() < configured();
    }

    /** Whether something else than the lock limit has taken a part of its budget. */
    boolean isShortOfMemory() {
        return isReduced() && !(agent.getPins() && isLimited() && budget() == agent.getLockableBytes());
    }
}
