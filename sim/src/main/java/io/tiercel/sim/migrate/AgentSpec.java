package io.tiercel.sim.migrate;

import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.bind.MigrationBinder;

/**
 * Tiercel's agents and their coordinator.
 *
 * @param binder chooses a block's replica; one of {@link MigrationBinder#names}
 * @param settings of migrations
 * @param yields whether agents read only while nobody else reads from the device, as where the kernel supports it (decision 0806); if not, they share it
 */
public record AgentSpec(String binder, MigrationSettings settings, boolean yields) implements PrefetchSpec.Carrier {
    public AgentSpec {
        if (!MigrationBinder.names().contains(binder)) {
            throw new IllegalArgumentException("migration binder: expected one of "
                    + String.join(", ", MigrationBinder.names()) + ", got '" + binder + "'");
        }
    }

    /** Agents that read beside others, with the default settings. */
    public static AgentSpec sharing(String binder) {
        return new AgentSpec(binder, settings(MigrationSettings.DEFAULT.pollInterval()), false);
    }

    /**
     * Agents that read only while nobody else does.
     *
     * @param pollInterval nanoseconds between two polls of an agent
     */
    public static AgentSpec yielding(String binder, long pollInterval) {
        return new AgentSpec(binder, settings(pollInterval), true);
    }

    @Override
    public long pollInterval() {
        return settings.pollInterval();
    }

    /** Leases last: applications do not die in a simulation. */
    private static MigrationSettings settings(long pollInterval) {
        MigrationSettings usual = MigrationSettings.DEFAULT;
        return new MigrationSettings(pollInterval, Long.MAX_VALUE / 4, usual.retention(), usual.estimator());
    }
}
