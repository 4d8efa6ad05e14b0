package io.tiercel.migrate;

import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.AgentRegistry;

/**
 * How migrations are run. All times in nanoseconds.
 *
 * @param pollInterval time between two polls of an agent, at least 1
 * @param lease how long a job may be silent, at least 1
 * @param retention how long a block stays in memory that no job claims any more; 0 lets it go at once, as DYRS does
 * @param estimator how migration times are estimated
 * @param agentLease how long an agent may be silent; {@link AgentRegistry#FOREVER} if the host alone says that one is lost
 */
public record MigrationSettings(
        long pollInterval, long lease, long retention, EstimatorSettings estimator, long agentLease) {
    /** A poll a second, leases of 30 s, no retention. */
    public static final MigrationSettings DEFAULT =
            new MigrationSettings(1_000_000_000L, 30_000_000_000L, 0, EstimatorSettings.DEFAULT);

    /** Agents are never given up for their silence. */
    public MigrationSettings(long pollInterval, long lease, long retention, EstimatorSettings estimator) {
        this(pollInterval, lease, retention, estimator, AgentRegistry.FOREVER);
    }

    public MigrationSettings {
        if (pollInterval < 1) {
            throw new IllegalArgumentException("pollInterval: expected at least 1 ns, got " + pollInterval);
        }
        if (lease < 1) {
            throw new IllegalArgumentException("lease: expected at least 1 ns, got " + lease);
        }
        if (agentLease < 1) {
            throw new IllegalArgumentException("agentLease: expected at least 1 ns, got " + agentLease);
        }
        if (retention < 0) {
            throw new IllegalArgumentException("retention: expected at least 0 ns, got " + retention);
        }
    }
}
