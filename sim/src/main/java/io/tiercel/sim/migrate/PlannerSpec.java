package io.tiercel.sim.migrate;

import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.model.RescoringMode;
import io.tiercel.prefetch.plan.ModelLimits;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PlannerSettings.Models;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import java.util.OptionalLong;

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
        Models models = new Models(printed.sharing(), RescoringMode.RESCORED, printed.contention(), printed.limits());
        PlannerSettings settings = PlannerSettings.asPublished(models, maxDelay, leastGain);
        return new PlannerSpec(name, settings, OptionalLong.empty());
    }
}
