package io.tiercel.sim.validation;

import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.PrefetchSpec.AgentSpec;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Simulates the runs of a scene. */
interface SceneModel {
    /** Use of a subject's measurements. */
    enum Use {
        /** Compared with the simulation, which does not know them. */
        PREDICTED,
        /** Costs are fitted on them. */
        FITTED,
        LEFT_OUT
    }

    static SceneModel of(String scene) {
        return switch (scene) {
            case "lead-time" -> new LeadTime();
            case "placement" -> new Placement();
            case "prefetch" -> new Prefetch();
            case "re-use" -> new Reuse();
            default ->
                throw new IllegalArgumentException(
                        "scene: expected one of lead-time, placement, prefetch, re-use, got '" + scene + "'");
        };
    }

    /** One sentence for each thing that is fitted or not simulated. */
    List<String> notes();

    Use use(Subject subject);

    /** The treatment on whose runs the job's computing is fitted; empty for searches for a word, whose costs are known. */
    default Optional<String> fittedUnder(Subject subject) {
        return Optional.empty();
    }

    /** Whether tasks are placed by what is in memory, so that the scheduler counts it; if not, DataNodes count it. */
    default boolean knowsMemory(Subject subject) {
        return true;
    }

    SceneSimulation simulation(Subject subject, FittedCosts costs);

    /** The scene <em>lead-time</em>: input is brought into memory before a job begins, or while it runs. */
    final class LeadTime implements SceneModel {
        private static final String MEMORY = "memory";
        private static final String STOCK = "stock";
        private static final String DIRECTIVES = "directives";

        @Override
        public List<String> notes() {
            return List.of("HDFS' own cache directives are not simulated.");
        }

        @Override
        public Use use(Subject subject) {
            return switch (subject.treatment()) {
                case DIRECTIVES -> Use.LEFT_OUT;
                case MEMORY -> Use.FITTED;
                default -> Use.PREDICTED;
            };
        }

        @Override
        public boolean knowsMemory(Subject subject) {
            return !subject.treatment().equals(MEMORY) && !subject.treatment().equals(STOCK);
        }

        @Override
        public SceneSimulation simulation(Subject subject, FittedCosts costs) {
            SchedulingSpec stock =
                    SceneSimulation.scheduling(STOCK, subject.scene().testbed());
            return switch (subject.treatment()) {
                case STOCK -> new SceneSimulation(1, stock, MemoryUse.NONE, 0, 0);
                case MEMORY -> new SceneSimulation(1, stock, MemoryUse.INPUTS, SceneSimulation.ROOM, 0);
                default ->
                    SceneSimulation.prefetching(
                            subject, PlannerSpec.everything(), AgentSpec.yielding(subject.treatment(), Engine.SECOND));
            };
        }
    }

    /** The scene <em>placement</em>: jobs under policies, with one replica of each block on an SSD. */
    final class Placement implements SceneModel {
        private static final String FASTEST = "trident";

        @Override
        public List<String> notes() {
            return List.of("What a job computes by what it reads is fitted on its runs under " + FASTEST
                    + ", where devices hide least of it; other policies' runs are predicted with it.");
        }

        @Override
        public Use use(Subject subject) {
            return subject.treatment().equals(FASTEST) ? Use.FITTED : Use.PREDICTED;
        }

        @Override
        public Optional<String> fittedUnder(Subject subject) {
            return Optional.of(FASTEST);
        }

        @Override
        public SceneSimulation simulation(Subject subject, FittedCosts costs) {
            double scoreUnit =
                    SceneSimulation.SSD_SCORE * subject.scene().testbed().ssd();
            return new SceneSimulation(
                    1, SceneSimulation.scheduling(subject.treatment(), scoreUnit), MemoryUse.NONE, 0, 0);
        }
    }

    /** The scene <em>prefetch</em>: cold jobs of several sizes, and applications, whose input is brought into memory in several ways. */
    final class Prefetch implements SceneModel {
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
                case PlannerSpec.ORACLE ->
                    prefetched(subject, PlannerSpec.atSubmission(PlannerSpec.ORACLE, 0, 0), DYRS);
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

    /** The scene <em>re-use</em>: two identical jobs one after the other, with page caches of some size. */
    final class Reuse implements SceneModel {
        /** Ends the name of a second job, which finds what the first has left in page caches. */
        private static final String SECOND = ", second";

        /** The demo's default, by an SSD of 16 MiB/s. */
        private static final double SCORE_UNIT = SceneSimulation.SSD_SCORE * 16 * FittedCosts.MIB;

        @Override
        public List<String> notes() {
            return List.of(
                    "Tasks read from memory are counted by what the DataNodes found there: agents tell of a first job's last reads when the second has begun, and under stock they tell nobody.");
        }

        @Override
        public Use use(Subject subject) {
            return Use.PREDICTED;
        }

        @Override
        public boolean knowsMemory(Subject subject) {
            return false;
        }

        @Override
        public SceneSimulation simulation(Subject subject, FittedCosts costs) {
            int jobs = subject.job().endsWith(SECOND) ? 2 : 1;
            String fit = subject.job().substring(0, subject.job().lastIndexOf(", "));
            Long budget = subject.scene().pageCache().get(fit);
            if (budget == null) {
                throw new IllegalArgumentException(
                        "page cache: expected its size for '" + fit + "' among the settings, found none");
            }
            return new SceneSimulation(
                    jobs, SceneSimulation.scheduling(subject.treatment(), SCORE_UNIT), MemoryUse.PAGE_CACHE, budget, 0);
        }
    }
}
