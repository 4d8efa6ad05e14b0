package io.tiercel.sim.reality;

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
    private static final Set<String> SIMULATED = Set.of(NONE, ALL, IGNEM, Prefetching.ORACLE);
    private static final Set<String> CLASSES = Set.of("A", "B", "C", "D", "E", "F");
    /** {@code tiercel.coordinator.interval} in this scene. */
    private static final long AGENT_INTERVAL = Engine.SECOND / 4;

    @Override
    public List<String> notes() {
        return List.of(
                "What an application does beside reading is fitted on its runs without prefetching.",
                "Plans at a job's stages (ours, ours-delay, and the join planned for as a query or by stage) are not simulated.");
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
                : subject.treatment().equals(NONE);
        return fitted ? Use.FITTED : Use.PREDICTED;
    }

    @Override
    public Optional<Subject> source(Subject subject, List<Subject> all) {
        return isClass(subject) ? Optional.empty() : subject.under(NONE, all);
    }

    @Override
    public Unknown unknown() {
        return Unknown.DRIVER;
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
                "trident",
                use(subject.treatment()),
                Scenarios.ROOM,
                subject.any().lead(),
                costs,
                seed);
    }

    private static MemoryUse use(String treatment) {
        long budget = Scenarios.ROOM;
        return switch (treatment) {
            case NONE -> MemoryUse.NONE;
            case Prefetching.ORACLE -> brought(Prefetching.planned(Prefetching.ORACLE, 0, 0, "dyrs", budget));
            case IGNEM -> brought(Prefetching.all(IGNEM, budget));
            default -> brought(Prefetching.all("dyrs", budget));
        };
    }

    private static MemoryUse brought(Prefetching prefetching) {
        return MemoryUse.prefetching(prefetching.yielding(AGENT_INTERVAL), ReadOrder.MEMORY_FIRST);
    }
}
