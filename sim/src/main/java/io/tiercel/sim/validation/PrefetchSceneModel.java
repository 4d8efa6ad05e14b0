package io.tiercel.sim.validation;

import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.ReplicaOrder;
import io.tiercel.sim.migrate.AgentSpec;
import io.tiercel.sim.migrate.PlannerSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.RunSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The scene <em>prefetch</em>: cold jobs of several sizes, and applications, whose input is brought into memory in several ways. */
final class PrefetchSceneModel implements SceneModel {
    private static final String NONE = "none";
    private static final String IGNEM = "ignem";
    private static final String ALL = PrefetchPlanners.ALL;
    private static final String OURS = "ours";
    private static final String DELAYED = "ours-delay";
    private static final Set<String> SIMULATED = Set.of(NONE, ALL, IGNEM, OURS, DELAYED, PlannerSpec.ORACLE);
    /** Longest delay of first tasks, in reads of a block. */
    private static final double DELAY_BLOCKS = 4;

    private static final Set<String> CLASSES = Set.of("A", "B", "C", "D", "E", "F");
    /** {@code tiercel.coordinator.interval} in this scene. */
    private static final long AGENT_INTERVAL = Engine.SECOND / 4;

    @Override
    public List<String> notes() {
        return List.of(
                "An application's computing is fitted on its runs under ours, where devices hide least of it. Its runs without prefetching are predicted with that.",
                "Plans at stages (ours, ours-delay) know the costs that Spark's plugin has to learn. The join planned as a query or by stage is not simulated.");
    }

    private static boolean isClass(Subject subject) {
        return CLASSES.contains(subject.job());
    }

    @Override
    public Use use(Subject subject) {
        if (!SIMULATED.contains(subject.treatment())) {
            return Use.LEFT_OUT;
        }
        boolean fitted = isClass(subject)
                ? subject.treatment().equals(PlannerSpec.ORACLE)
                : subject.treatment().equals(OURS);
        return fitted ? Use.FITTED : Use.PREDICTED;
    }

    @Override
    public Optional<Subject> source(Subject subject, List<Subject> all) {
        return isClass(subject) ? Optional.empty() : subject.under(OURS, all);
    }

    @Override
    public boolean knowsMemory(Subject subject) {
        return true;
    }

    @Override
    public RunSpec scenario(Subject subject, FittedCosts costs, long seed) {
        return SceneSimulation.of(
                subject,
                1,
                SceneSimulation.scheduling("trident", subject.scene().testbed()),
                use(subject, costs),
                SceneSimulation.ROOM,
                subject.any().lead(),
                costs,
                seed);
    }

    private static MemoryUse use(Subject subject, FittedCosts costs) {
        return switch (subject.treatment()) {
            case NONE -> MemoryUse.NONE;
            case PlannerSpec.ORACLE -> prefetched(PlannerSpec.atSubmission(PlannerSpec.ORACLE, 0, 0), "dyrs");
            case OURS -> prefetched(planned(0, costs), "dyrs");
            case DELAYED ->
                prefetched(
                        planned(
                                DELAY_BLOCKS
                                        * subject.scene().testbed().blockBytes()
                                        / subject.scene().testbed().hdd(),
                                costs),
                        "dyrs");
            case IGNEM -> prefetched(PlannerSpec.everything(), IGNEM);
            default -> prefetched(PlannerSpec.everything(), "dyrs");
        };
    }

    /** By cost, with the plugin's least gain. */
    private static PlannerSpec planned(double maxDelay, FittedCosts costs) {
        return PlannerSpec.atStages(
                PrefetchPlanners.COST,
                PlannerSettings.DEFAULTS.leastGain(),
                maxDelay,
                Math.round(costs.driver() * Engine.SECOND));
    }

    private static MemoryUse prefetched(PlannerSpec planner, String binder) {
        AgentSpec agents = AgentSpec.yielding(binder, AGENT_INTERVAL);
        return MemoryUse.prefetching(
                new PrefetchSpec(planner, agents, SceneSimulation.ROOM, false), ReplicaOrder.MEMORY_FIRST);
    }
}
