package io.tiercel.sim.migrate;

import io.tiercel.migrate.MigrationBinders;
import io.tiercel.migrate.MigrationSettings;

/**
 * That the input of jobs is brought into memory when they are submitted, and how.
 *
 * @param planner what of it, one of {@link io.tiercel.prefetch.PrefetchPlanners#names}
 * @param binder which replica of a block, one of {@link MigrationBinders#names}
 * @param settings how migrations are run
 * @param budget bytes of each node's memory that migrations may take
 */
public record Prefetching(String planner, String binder, MigrationSettings settings, long budget) {
    public Prefetching {
        if (!MigrationBinders.names().contains(binder)) {
            throw new IllegalArgumentException("migration binder: expected one of "
                    + String.join(", ", MigrationBinders.names()) + ", got '" + binder + "'");
        }
        if (budget < 0) {
            throw new IllegalArgumentException("budget: expected at least 0 bytes, got " + budget);
        }
    }

    /** All of the input, as DYRS does it, by a binder; nobody dies in a simulation, so leases last. */
    public static Prefetching all(String binder, long budget) {
        MigrationSettings usual = MigrationSettings.DEFAULT;
        MigrationSettings settings =
                new MigrationSettings(usual.pollInterval(), Long.MAX_VALUE / 4, usual.retention(), usual.estimator());
        return new Prefetching("prefetch-all", binder, settings, budget);
    }
}
