package io.tiercel.sim.validation;

import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.AgentSpec;
import io.tiercel.sim.migrate.PlannerSpec;
import io.tiercel.sim.run.MemoryUse;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The scene <em>prefetch</em>: cold jobs of several sizes, and applications, whose input is brought into memory in several ways. */
final class PrefetchSceneModel implements SceneModel {
    private static final String NONE = "none";
    private static final String IGNEM = "ignem";
    private static final String DYRS = "dyrs";
    private static final String ALL = PrefetchPlanners.ALL;
    private static final String COST = PrefetchPlanners.COST;
    private static final String DELAYED = COST + "-delay";
    private static final Set<String> SIMULATED = Set.of(NONE, ALL, IGNEM, COST, DELAYED, PlannerSpec.ORACLE);
    /** Longest delay of first tasks, in reads of a block. */
    private static final double DELAY_BLOCKS = 4;

    private static final Set<String> CLASSES = Set.of("A", "B", "C", "D", "E", "F");
    /** {@code tiercel.coordinator.interval} in this scene. */
    private static final long AGENT_INTERVAL = Engine.SECOND / 4;

    @Override
    public List<String> notes() {
        return List.of(
                "An application's computing is fitted on its runs under cost, where devices hide least of it. Its runs without prefetching are predicted with that.",
                "Plans at stages (cost, cost-delay) know the costs that Spark's plugin has to learn. The join planned as a query or by stage is not simulated.");
    }

    @Override
    public Use use(Subject subject) {
        if (!SIMULATED.contains(subject.treatment())) {
            return Use.LEFT_OUT;
        }
        String fitted = fittedUnder(subject).orElse(PlannerSpec.ORACLE);
        return subject.treatment().equals(fitted) ? Use.FITTED : Use.PREDICTED;
    }

    @Override
    public Optional<String> fittedUnder(Subject subject) {
        return CLASSES.contains(subject.job()) ? Optional.empty() : Optional.of(COST);
    }

    @Override
    public SceneSimulation simulation(Subject subject, FittedCosts costs) {
        Testbed testbed = subject.scene().testbed();
        return switch (subject.treatment()) {
            case NONE ->
                new SceneSimulation(
                        1,
                        SceneSimulation.scheduling("trident", testbed),
                        MemoryUse.NONE,
                        SceneSimulation.ROOM,
                        subject.any().lead());
            case PlannerSpec.ORACLE -> prefetched(subject, PlannerSpec.atSubmission(PlannerSpec.ORACLE, 0, 0), DYRS);
            case COST -> prefetched(subject, planned(0, costs), DYRS);
            case DELAYED ->
                prefetched(subject, planned(DELAY_BLOCKS * testbed.blockBytes() / testbed.hdd(), costs), DYRS);
            case IGNEM -> prefetched(subject, PlannerSpec.everything(), IGNEM);
            default -> prefetched(subject, PlannerSpec.everything(), DYRS);
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

    private static SceneSimulation prefetched(Subject subject, PlannerSpec planner, String binder) {
        return SceneSimulation.prefetching(subject, planner, AgentSpec.yielding(binder, AGENT_INTERVAL));
    }
}
