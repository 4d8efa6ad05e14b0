package io.tiercel.migrate;

import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.model.Preconditions;

/**
 * How migrations are run. All times in nanoseconds.
 *
 * @param lease how long a job may be silent, at least 1
 * @param retention how long a block stays in memory that no job claims any more; 0 lets it go at once, as DYRS does
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
        Preconditions.atLeast("pollInterval", pollInterval, 1);
        Preconditions.atLeast("lease", lease, 1);
        Preconditions.atLeast("agentLease", agentLease, 1);
        Preconditions.nonNegative("retention", retention);
    }
}
