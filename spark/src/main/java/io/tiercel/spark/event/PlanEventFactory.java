package io.tiercel.spark.event;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;

import io.tiercel.json.PlanRecords;
import io.tiercel.json.RecordedPlan;
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

/** Turns plans into events. */
public final class PlanEventFactory {
    /** Blocks listed in one event: some 100 kB of the event log. */
    public static final int MOST_BLOCKS = 500;

    private static final int MOST_TAKEN = 300;
    private static final int MOST_OF_OTHERS = 40;

    /** A block by its name, file and offset in bytes. */
    public record BlockName(String block, String path, long offset) {}

    private PlanEventFactory() {}

    /**
     * The event of a plan.
     *
     * @param factor corrects the plan's times of the whole stage
     * @param names of the problem's blocks
     */
    public static PrefetchPlanned planned(
            RecordedPlan record, String name, double factor, IntFunction<BlockName> names) {
        PrefetchPlan plan = record.plan();
        PrefetchProblem problem = record.problem();
        List<BlockDecision> decisions = plan.blocks();
        List<PlannedBlock> listed = listed(decisions).stream()
                .map(block -> block(decisions.get(block), record, names.apply(block), block))
                .toList();
        return new PrefetchPlanned(
                TiercelEvent.VERSION,
                record.about().stage(),
                record.about().attempt(),
                name,
                record.about().timeMillis(),
                record.planner(),
                plan.degree(),
                millis(plan.delay()),
                millis(factor * plan.secondsWithout()),
                millis(factor * plan.seconds()),
                plan.end().text(),
                record.planningMillis(),
                record.dropped(),
                new ClusterSeen(
                        record.nodes().size(),
                        problem.memoryFree().stream().mapToLong(Long::longValue).sum(),
                        problem.devices().size(),
                        problem.slotsFreeAt().size()),
                reasons(problem, decisions),
                expected(decisions),
                listed,
                decisions.size() - listed.size());
    }

    public static PrefetchPlanned none(PlanRecords.About about, String name, String planner, String why) {
        return new PrefetchPlanned(
                TiercelEvent.VERSION,
                about.stage(),
                about.attempt(),
                name,
                about.timeMillis(),
                planner,
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

    /** Indexes of the blocks to list: taken ones first, in the order of need; of too many some of each choice. */
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

    private static PlannedBlock block(BlockDecision decision, RecordedPlan record, BlockName name, int block) {
        return new PlannedBlock(
                name.block(),
                name.path(),
                name.offset(),
                record.problem().blocks().get(block).bytes(),
                decision.device() < 0 ? "" : source(record.problem().devices().get(decision.device()), record.nodes()),
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
        return counts.series();
    }

    private static void add(TimeSeriesCounter counts, int series, double seconds) {
        if (Double.isFinite(seconds)) {
            counts.add(series, millis(seconds));
        }
    }

    /** Converts seconds to milliseconds; {@link TiercelEvent#NEVER} for infinity and NaN. */
    public static long millis(double seconds) {
        return Double.isFinite(seconds) ? Math.max(0, Math.round(1000 * seconds)) : TiercelEvent.NEVER;
    }
}
