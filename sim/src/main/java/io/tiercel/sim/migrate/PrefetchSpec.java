package io.tiercel.sim.migrate;

import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.bind.MigrationBinders;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.model.RescoringMode;
import io.tiercel.prefetch.plan.ModelLimits;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * That the input of jobs is brought into memory when they are submitted, and how.
 *
 * @param planner what of it, one of {@link PrefetchPlanners#names}, or {@value #ORACLE}
 * @param planning how the planner searches
 * @param binder which replica of a block, one of {@link MigrationBinders#names}
 * @param settings how migrations are run
 * @param budget bytes of each node's memory that migrations may take
 * @param holdsJobs whether a job's tasks ask for slots only when nothing of its input is on its way any more
 * @param yields whether they are read only while nobody else reads from their device, as Tiercel's agents do where the kernel can tell (decision 0806); if not,
 *     they share it
 * @param cache how the file system's own cache reads, where that brings input in and not Tiercel's agents; the binder and the settings are of no use then
 * @param callToStage where the planner is asked when a job's tasks ask for slots, as Spark's plugin does: nanoseconds from the job's call to then. Until the call all of its input
 *     is brought in, and what no agent has begun with is taken back at it. Empty where the planner is asked at the submission
 */
public record PrefetchSpec(
        String planner,
        PlannerSettings planning,
        String binder,
        MigrationSettings settings,
        long budget,
        boolean holdsJobs,
        boolean yields,
        Optional<HdfsCacheSpec> cache,
        OptionalLong callToStage) {
    /** All of a job's input is in memory when it is submitted, by no migration: what no planner can do better than. */
    public static final String ORACLE = "oracle";

    /** Migrations count as one reader more on their device, as they do in a simulation; nothing is held back. */
    private static final PlannerSettings PLANNING =
            PlannerSettings.DEFAULTS.withContention(Contention.EQUAL, ModelLimits.BOUNDED);

    public PrefetchSpec {
        if (!planner.equals(ORACLE) && !PrefetchPlanners.names().contains(planner)) {
            throw new IllegalArgumentException("prefetch planner: expected one of "
                    + String.join(", ", PrefetchPlanners.names()) + ", " + ORACLE + ", got '" + planner + "'");
        }
        if (!MigrationBinders.names().contains(binder)) {
            throw new IllegalArgumentException("migration binder: expected one of "
                    + String.join(", ", MigrationBinders.names()) + ", got '" + binder + "'");
        }
        if (budget < 0) {
            throw new IllegalArgumentException("budget: expected at least 0 bytes, got " + budget);
        }
        if (cache.isPresent() && callToStage.isPresent()) {
            throw new IllegalArgumentException("a file system's own cache takes nothing back at a job's call");
        }
    }

    /** All of the input, as DYRS does it, by a binder; nobody dies in a simulation, so leases last. */
    public static PrefetchSpec all(String binder, long budget) {
        return planned("prefetch-all", PLANNING.leastGain(), 0, binder, budget);
    }

    /**
     * What a planner chooses.
     *
     * @param leastGain part of a job's time that a plan has to save
     * @param maxDelay by how long it may hold a job's first tasks back, seconds
     */
    public static PrefetchSpec planned(String planner, double leastGain, double maxDelay, String binder, long budget) {
        MigrationSettings usual = MigrationSettings.DEFAULT;
        MigrationSettings settings =
                new MigrationSettings(usual.pollInterval(), Long.MAX_VALUE / 4, usual.retention(), usual.estimator());
        return new PrefetchSpec(
                planner,
                PLANNING.withLeastGain(leastGain).withMaxDelay(maxDelay),
                binder,
                settings,
                budget,
                false,
                false,
                Optional.empty(),
                OptionalLong.empty());
    }

    /** The same with jobs that wait for their input. */
    public PrefetchSpec holdingJobs() {
        return new PrefetchSpec(planner, planning, binder, settings, budget, true, yields, cache, callToStage);
    }

    /**
     * The same by the file system's own cache, planned with the models as Trident's paper prints them, but that a task whose block is ready at the very moment finds
     * it in memory (algorithm 5 has it read from its device, so that no delay would ever pay) and scores follow residency (section 4.1).
     */
    public PrefetchSpec cachedBy(HdfsCacheSpec reads) {
        PlannerSettings printed = PlannerSettings.AS_PUBLISHED;
        PlannerSettings models = new PlannerSettings(
                printed.sharing(),
                RescoringMode.RESCORED,
                printed.orders(),
                planning.maxDelay(),
                planning.leastGain(),
                printed.patience(),
                printed.dropLate(),
                printed.contention(),
                printed.effort());
        return new PrefetchSpec(
                planner, models, binder, settings, budget, holdsJobs, yields, Optional.of(reads), callToStage);
    }

    /** The same by agents that read while nobody else does, and ask so often, in nanoseconds. */
    public PrefetchSpec yielding(long pollInterval) {
        MigrationSettings often =
                new MigrationSettings(pollInterval, settings.lease(), settings.retention(), settings.estimator());
        return new PrefetchSpec(planner, planning, binder, often, budget, holdsJobs, true, cache, callToStage);
    }

    /** The same planned for at stages, by agents that read while nobody else does, which the planner knows. */
    public PrefetchSpec atStages(long nanosFromCall) {
        PlannerSettings idle = planning.withContention(Contention.IDLE, ModelLimits.BOUNDED);
        return new PrefetchSpec(
                planner, idle, binder, settings, budget, holdsJobs, true, cache, OptionalLong.of(nanosFromCall));
    }
}
