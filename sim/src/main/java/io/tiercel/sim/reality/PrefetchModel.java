package io.tiercel.sim.reality;

import io.tiercel.prefetch.CostBasedPlanner;
import io.tiercel.prefetch.PlannerSettings;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.Prefetching;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.ReadOrder;
import io.tiercel.sim.run.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The scene <em>prefetch</em>: cold jobs of several sizes, and applications, their input brought into memory in several ways. */
final class PrefetchModel implements SceneModel {
    private static final String NONE = "none";
    private static final String IGNEM = "ignem";
    private static final String ALL = "prefetch-all";
    private static final String OURS = "ours";
    private static final String DELAYED = "ours-delay";
    private static final Set<String> SIMULATED = Set.of(NONE, ALL, IGNEM, OURS, DELAYED, Prefetching.ORACLE);
    /** Longest delay of a first wave, in readings of a block. */
    private static final double DELAY_BLOCKS = 4;

    private static final Set<String> CLASSES = Set.of("A", "B", "C", "D", "E", "F");
    /** {@code tiercel.coordinator.interval} in this scene. */
    private static final long AGENT_INTERVAL = Engine.SECOND / 4;

    @Override
    public List<String> notes() {
        return List.of(
                "What an application computes by what it reads is fitted on its runs under ours, where devices hide least of it; those without prefetching are predicted with it.",
                "Plans at a job's stages (ours, ours-delay) are made of what a job costs here, where Spark's plugin learns it; the join planned for as a query or by stage is not simulated.");
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
                ? subject.treatment().equals(Prefetching.ORACLE)
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
    public Scenario scenario(Subject subject, Costs costs, long seed) {
        return Scenarios.of(
                subject,
                1,
                Scenarios.scheduling("trident", subject.scene().testbed()),
                use(subject, costs),
                Scenarios.ROOM,
                subject.any().lead(),
                costs,
                seed);
    }

    private static MemoryUse use(Subject subject, Costs costs) {
        long budget = Scenarios.ROOM;
        return switch (subject.treatment()) {
            case NONE -> MemoryUse.NONE;
            case Prefetching.ORACLE -> brought(Prefetching.planned(Prefetching.ORACLE, 0, 0, "dyrs", budget));
            case OURS -> brought(planned(0, costs));
            case DELAYED ->
                brought(planned(
                        DELAY_BLOCKS
                                * subject.scene().testbed().blockBytes()
                                / subject.scene().testbed().hdd(),
                        costs));
            case IGNEM -> brought(Prefetching.all(IGNEM, budget));
            default -> brought(Prefetching.all("dyrs", budget));
        };
    }

    /** By cost, with the least gain that the plugin asks for. */
    private static Prefetching planned(double maxDelay, Costs costs) {
        return Prefetching.planned(
                        CostBasedPlanner.NAME, PlannerSettings.DEFAULTS.leastGain(), maxDelay, "dyrs", Scenarios.ROOM)
                .atStages(Math.round(costs.driver() * Engine.SECOND));
    }

    private static MemoryUse brought(Prefetching prefetching) {
        return MemoryUse.prefetching(prefetching.yielding(AGENT_INTERVAL), ReadOrder.MEMORY_FIRST);
    }
}
