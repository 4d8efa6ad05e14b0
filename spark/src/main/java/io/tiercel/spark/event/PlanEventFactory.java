package io.tiercel.spark.event;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;

import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchReason;
import io.tiercel.spark.event.PrefetchPlanned.ClusterSeen;
import io.tiercel.spark.event.PrefetchPlanned.PlannedBlock;
import io.tiercel.spark.event.PrefetchPlanned.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A plan as an event. */
public final class PlanEventFactory {
    /** Blocks listed in one event: some 100 kB of the event log. */
    public static final int MOST_BLOCKS = 500;

    private static final int MOST_TAKEN = 300;
    private static final int MOST_OF_OTHERS = 40;

    /** A block by the names that people know it by; offset in its file in bytes. */
    public record BlockName(String block, String path, long offset) {}

    /**
     * Whose plan it is.
     *
     * @param submittedMillis when the stage was submitted, since the epoch
     * @param planner the planner's name
     * @param factor that its times for the whole stage are multiplied by, since models were off for such stages before
     */
    public record About(int stage, int attempt, String name, long submittedMillis, String planner, double factor) {}

    private PlanEventFactory() {}

    /**
     * The event that says it.
     *
     * @param nodes names of the problem's nodes
     * @param dropped why nothing of the plan was asked for; empty if it was
     * @param names of the problem's blocks
     */
    public static PrefetchPlanned planned(
            About about,
            PrefetchProblem problem,
            List<String> nodes,
            PrefetchPlan plan,
            String dropped,
            long planningMillis,
            IntFunction<BlockName> names) {
        List<BlockDecision> decisions = plan.blocks();
        List<PlannedBlock> listed = listed(decisions).stream()
                .map(block -> block(
                        decisions.get(block),
                        problem,
                        nodes,
                        names.apply(block),
                        problem.blocks().get(block).bytes()))
                .toList();
        return new PrefetchPlanned(
                TiercelEvent.VERSION,
                about.stage(),
                about.attempt(),
                about.name(),
                about.submittedMillis(),
                about.planner(),
                plan.degree(),
                millis(plan.delay()),
                millis(about.factor() * plan.secondsWithout()),
                millis(about.factor() * plan.seconds()),
                plan.end().text(),
                planningMillis,
                dropped,
                new ClusterSeen(
                        nodes.size(),
                        problem.memoryFree().stream().mapToLong(Long::longValue).sum(),
                        problem.devices().size(),
                        problem.slotsFreeAt().size()),
                reasons(problem, decisions),
                expected(decisions),
                listed,
                decisions.size() - listed.size());
    }

    /**
     * The event that says that there is no plan.
     *
     * @param why in words
     */
    public static PrefetchPlanned none(About about, String why) {
        return new PrefetchPlanned(
                TiercelEvent.VERSION,
                about.stage(),
                about.attempt(),
                about.name(),
                about.submittedMillis(),
                about.planner(),
                0,
                0,
                TiercelEvent.NEVER,
                TiercelEvent.NEVER,
                "",
                0,
                why,
                new ClusterSeen(0, 0, 0, 0),
                List.of(),
                TimeSeries.NONE,
                List.of(),
                0);
    }

    /** Those taken first, in the order of need. If there are too many, some of each choice. */
    private static List<Integer> listed(List<BlockDecision> decisions) {
        List<Integer> ordered = IntStream.range(0, decisions.size())
                .boxed()
                .sorted(comparing((Integer block) -> !decisions.get(block).taken())
                        .thenComparing(comparingDouble(
                                (Integer block) -> decisions.get(block).neededAt())))
                .toList();
        if (ordered.size() <= MOST_BLOCKS) {
            return ordered;
        }
        Map<PrefetchReason, Integer> counts = new EnumMap<>(PrefetchReason.class);
        return ordered.stream()
                .filter(block -> {
                    PrefetchReason choice = decisions.get(block).choice();
                    int most = choice == PrefetchReason.TAKEN ? MOST_TAKEN : MOST_OF_OTHERS;
                    return counts.merge(choice, 1, Integer::sum) <= most;
                })
                .limit(MOST_BLOCKS)
                .toList();
    }

    private static PlannedBlock block(
            BlockDecision decision, PrefetchProblem problem, List<String> nodes, BlockName name, long bytes) {
        return new PlannedBlock(
                name.block(),
                name.path(),
                name.offset(),
                bytes,
                decision.device() < 0 ? "" : source(problem.devices().get(decision.device()), nodes),
                decision.taken(),
                decision.choice().name(),
                decision.reason(),
                millis(decision.readyAt()),
                millis(decision.neededAt()));
    }

    private static String source(SourceDevice device, List<String> nodes) {
        return nodes.get(device.node()) + " " + device.tier();
    }

    private static List<Reason> reasons(PrefetchProblem problem, List<BlockDecision> decisions) {
        Map<PrefetchReason, long[]> sums = new EnumMap<>(PrefetchReason.class);
        for (int block = 0; block < decisions.size(); block++) {
            long[] sum = sums.computeIfAbsent(decisions.get(block).choice(), none -> new long[2]);
            sum[0]++;
            sum[1] += problem.blocks().get(block).bytes();
        }
        return sums.entrySet().stream()
                .map(each -> new Reason(
                        each.getKey().name(),
                        each.getKey().text(),
                        each.getKey() == PrefetchReason.TAKEN,
                        (int) each.getValue()[0],
                        each.getValue()[1]))
                .toList();
    }

    private static TimeSeries expected(List<BlockDecision> decisions) {
        TimeSeriesCounter counts = TimeSeriesCounter.sinceZero(List.of(PrefetchPlanned.READY, PrefetchPlanned.NEEDED));
        decisions.stream().filter(BlockDecision::taken).forEach(decision -> {
            add(counts, 0, decision.readyAt());
            add(counts, 1, decision.neededAt());
        });
        return counts.steps();
    }

    private static void add(TimeSeriesCounter counts, int series, double seconds) {
        if (Double.isFinite(seconds)) {
            counts.add(series, millis(seconds));
        }
    }

    /** Milliseconds of a time in seconds. */
    public static long millis(double seconds) {
        return Double.isFinite(seconds) ? Math.max(0, Math.round(1000 * seconds)) : TiercelEvent.NEVER;
    }
}
