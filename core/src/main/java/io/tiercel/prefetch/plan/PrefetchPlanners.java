package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.model.IndexedJob;
import io.tiercel.prefetch.model.Sharing;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The planners that users may choose from. */
public final class PrefetchPlanners {
    private static final String NONE = "none";
    private static final String ALL = "prefetch-all";
    private static final String IGNEM = "ignem";
    private static final List<String> NAMES = List.of(CostBasedPlanner.NAME, NONE, ALL, IGNEM);

    private PrefetchPlanners() {}

    /** The names of all planners. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * The planner of that name: {@code trident} plans by cost, {@code none} takes nothing, {@code prefetch-all} takes whatever
     * there is room for, {@code ignem} too, each block from a replica chosen at random (the scheme that DYRS compares itself with).
     *
     * @param settings of the planner by cost; the others take from them how devices are modelled
     * @param seed of the random choices, for those that make any
     * @throws IllegalArgumentException if there is none of that name, naming those that there are
     */
    public static PrefetchPlanner named(String name, PlannerSettings settings, long seed) {
        return switch (name) {
            case CostBasedPlanner.NAME -> new CostBasedPlanner(settings);
            case NONE ->
                new FixedPlanner(
                        NONE,
                        settings.baseline(settings.sharing()),
                        (job, fixed) -> nothing(job),
                        PrefetchReason.SWITCHED_OFF);
            case ALL ->
                new FixedPlanner(
                        ALL,
                        settings.baseline(settings.sharing()),
                        PrefetchPlanners::everything,
                        PrefetchReason.NO_ROOM);
            case IGNEM ->
                new FixedPlanner(
                        IGNEM,
                        settings.baseline(Sharing.EQUAL_SHARES),
                        (job, fixed) -> atRandom(job, fixed, seed),
                        PrefetchReason.NO_ROOM);
            default ->
                throw new IllegalArgumentException(
                        "prefetch planner: expected one of " + String.join(", ", NAMES) + ", got '" + name + "'");
        };
    }

    private static int[] nothing(IndexedJob job) {
        int[] source = new int[job.blocks()];
        Arrays.fill(source, -1);
        return source;
    }

    private static int[] everything(IndexedJob job, @Nullable PrefetchReason[] fixed) {
        BlockSelection selection = new BlockSelection(job, offered(fixed));
        selection.select(Integer.MAX_VALUE);
        return selection.source();
    }

    private static int[] atRandom(IndexedJob job, @Nullable PrefetchReason[] fixed, long seed) {
        Random random = new Random(seed);
        long[] room = job.memoryFree.clone();
        int[] source = nothing(job);
        for (int block : offered(fixed)) {
            int replicas = job.firstDevice[block + 1] - job.firstDevice[block];
            int device = job.devices[job.firstDevice[block] + random.nextInt(replicas)];
            if (room[job.deviceNode[device]] >= job.blockBytes[block]) {
                room[job.deviceNode[device]] -= job.blockBytes[block];
                source[block] = device;
            }
        }
        return source;
    }

    private static int[] offered(@Nullable PrefetchReason[] fixed) {
        int[] offered = new int[fixed.length];
        int count = 0;
        for (int b = 0; b < fixed.length; b++) {
            if (fixed[b] == null) {
                offered[count++] = b;
            }
        }
        return Arrays.copyOf(offered, count);
    }
}
