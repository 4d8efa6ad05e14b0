package io.tiercel.sim.whatif;

import io.tiercel.model.Tier;
import java.util.Map;

/**
 * Assumptions about what an event log does not contain.
 *
 * @param shares part of all input by tier; 1 in all
 * @param bytesPerSecond of a node's device of each tier, shared by the stage's tasks on that node
 * @param networkBytesPerSecond of a node's link, for tasks that ran away from their input
 * @param memoryBytes of a node, for input
 */
public record Assumptions(
        Map<Tier, Double> shares,
        Map<Tier, Double> bytesPerSecond,
        double networkBytesPerSecond,
        int replicas,
        long memoryBytes) {
    public Assumptions {
        shares = Map.copyOf(shares);
        bytesPerSecond = Map.copyOf(bytesPerSecond);
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        if (Math.abs(sum - 1) > 1e-6) {
            throw new IllegalArgumentException(
                    "tiers: expected shares of 100% in all, got " + Math.round(100 * sum) + "%");
        }
        for (Tier tier : shares.keySet()) {
            if (!bytesPerSecond.containsKey(tier)) {
                throw new IllegalArgumentException("tiers: expected a bandwidth for " + tier);
            }
        }
        if (!bytesPerSecond.containsKey(Tier.MEMORY)) {
            throw new IllegalArgumentException("bandwidths: expected one for MEMORY");
        }
        if (replicas < 1 || memoryBytes < 0 || !(networkBytesPerSecond > 0)) {
            throw new IllegalArgumentException("expected at least 1 replica, memory of at least 0, a network above 0");
        }
    }

    /** Seconds to read a byte where it lay. */
    double before(boolean remote, double atATime) {
        double seconds = 0;
        for (Map.Entry<Tier, Double> each : shares.entrySet()) {
            double rate = bandwidth(each.getKey());
            seconds += each.getValue() / (remote ? Math.min(rate, networkBytesPerSecond) : rate);
        }
        return seconds * atATime;
    }

    /**
     * Seconds to read a byte on the task's own node.
     *
     * @param fits part of the input outside memory that fits into it
     */
    double after(double fits, double atATime) {
        double inMemory = shares.getOrDefault(Tier.MEMORY, 0.0);
        double seconds = 0;
        for (Map.Entry<Tier, Double> each : shares.entrySet()) {
            boolean stays = each.getKey() != Tier.MEMORY;
            seconds += stays ? each.getValue() * (1 - fits) / bandwidth(each.getKey()) : 0;
        }
        return (seconds + (inMemory + (1 - inMemory) * fits) / bandwidth(Tier.MEMORY)) * atATime;
    }

    private double bandwidth(Tier tier) {
        return bytesPerSecond.getOrDefault(tier, 1.0);
    }
}
