package io.tiercel.sim.migrate;

import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.model.Preconditions;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.model.RescoringMode;
import io.tiercel.prefetch.plan.ModelLimits;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PlannerSettings.Models;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import java.util.OptionalLong;

/**
 * How jobs' input is brought into memory ahead of their tasks.
 *
 * @param budget bytes of each node's memory for prefetched blocks; at least 0
 * @param holdsJobs whether a job's tasks ask for slots only when none of its input is on its way any more
 */
public record PrefetchSpec(PlannerSpec planner, Carrier carrier, long budget, boolean holdsJobs) {
    /** Brings blocks into memory: Tiercel's agents, or the file system's own cache. */
    public sealed interface Carrier permits AgentSpec, HdfsCacheSpec {
        /** Nanoseconds between two checks of what has come in. */
        long pollInterval();
    }

    public PrefetchSpec {
        Preconditions.nonNegative("budget, bytes", budget);
        if (carrier instanceof HdfsCacheSpec && planner.callToStage().isPresent()) {
            throw new IllegalArgumentException("a file system's own cache takes nothing back at a job's call");
        }
    }

    /** All of the input at submission, as DYRS does it. */
    public static PrefetchSpec all(String binder, long budget) {
        return new PrefetchSpec(PlannerSpec.everything(), AgentSpec.sharing(binder), budget, false);
    }

    /**
     * Tiercel's agents and their coordinator.
     *
     * @param binder chooses a block's replica; one of {@link MigrationBinder#names}
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

    /**
     * A file system's own cache.
     *
     * @param atOnce blocks of a device at a time, at least 1
     * @param initNanos nanoseconds from a request until its node knows of it
     */
    public record HdfsCacheSpec(int atOnce, long initNanos) implements PrefetchSpec.Carrier {
        /**
         * HDFS' cache in Trident: four threads for each volume ({@code dfs.datanode.fsdatasetcache.max.threads.per.volume}), and one second
         * (section 4.1, {@code TimeToInitCache}).
         */
        public static final HdfsCacheSpec HDFS = new HdfsCacheSpec(4, 1_000_000_000L);

        public HdfsCacheSpec {
            Preconditions.atLeast("at once", atOnce, 1);
            Preconditions.nonNegative("init, ns", initNanos);
        }

        @Override
        public long pollInterval() {
            return 1_000_000_000L;
        }
    }

    /**
     * Which blocks of a job are prefetched, and when that is planned.
     *
     * @param name one of {@link PrefetchPlanners#names}, or {@value #ORACLE}
     * @param settings of the planner by cost
     * @param callToStage nanoseconds from a job's call until its tasks ask for slots, if the planner is asked then, as in Spark's plugin. All input is
     *      requested until the call; at the call requests are cancelled that no agent has begun. Empty if the planner is asked at submission
     */
    public record PlannerSpec(String name, PlannerSettings settings, OptionalLong callToStage) {
        /** All input is in memory at submission, without any migration: an upper bound for planners. */
        public static final String ORACLE = "oracle";

        public PlannerSpec {
            if (!name.equals(ORACLE) && !PrefetchPlanners.names().contains(name)) {
                throw new IllegalArgumentException("prefetch planner: expected one of "
                        + String.join(", ", PrefetchPlanners.names()) + ", " + ORACLE + ", got '" + name + "'");
            }
        }

        /** All of the input at submission. */
        public static PlannerSpec everything() {
            return atSubmission(PrefetchPlanners.ALL, PlannerSettings.DEFAULTS.leastGain(), 0);
        }

        /**
         * A planner that is asked at a job's submission.
         *
         * @param leastGain part of a job's time that a plan has to save
         * @param maxDelay seconds by which it may delay a job's first tasks
         */
        public static PlannerSpec atSubmission(String name, double leastGain, double maxDelay) {
            // Migrations count as one more reader on their device, as in a simulation.
            Models models = Models.of(Contention.EQUAL, ModelLimits.BOUNDED);
            return new PlannerSpec(name, PlannerSettings.of(models, maxDelay, leastGain), OptionalLong.empty());
        }

        /** A planner that is asked when a job's tasks ask for slots. It models agents that read only while nobody else does. */
        public static PlannerSpec atStages(String name, double leastGain, double maxDelay, long callToStage) {
            Models models = Models.of(Contention.IDLE, ModelLimits.BOUNDED);
            PlannerSettings idle = PlannerSettings.of(models, maxDelay, leastGain);
            return new PlannerSpec(name, idle, OptionalLong.of(callToStage));
        }

        /**
         * A planner with the models as Trident's paper prints them, but for two things. A task whose block is ready at the same moment finds it in
         * memory: in algorithm 5 it reads from the device, and no delay would ever pay. And scores follow residency (section 4.1).
         */
        public static PlannerSpec asPublished(String name, double leastGain, double maxDelay) {
            Models printed = Models.AS_PUBLISHED;
            Models models =
                    new Models(printed.sharing(), RescoringMode.RESCORED, printed.contention(), printed.limits());
            PlannerSettings settings = PlannerSettings.asPublished(models, maxDelay, leastGain);
            return new PlannerSpec(name, settings, OptionalLong.empty());
        }
    }
}
