package io.tiercel.spark.event;

import java.util.List;

/**
 * It was decided what of a stage's input to prefetch. Times are from the submission of the stage, unless they are said to be others.
 *
 * @param version that it was written by
 * @param stage the stage's id; of a query's plan {@link #stageOfQuery}
 * @param attempt the stage's attempt, from 0; of a query the number of the plan among its plans
 * @param name the stage's name as Spark shows it
 * @param submittedMillis when it was submitted, since the epoch
 * @param planner the planner's name
 * @param degree how many blocks each device has to read at most; 0 if nothing is prefetched
 * @param delayMillis by how long the first tasks are to be held back
 * @param withoutMillis when the stage is expected to end without prefetching
 * @param withMillis when it is expected to end under the plan
 * @param end why the search ended, in words
 * @param planningMillis how long planning took
 * @param dropped why nothing of the plan was asked for; empty if it was
 * @param cluster what the plan rests on
 * @param reasons all blocks by what was decided of them
 * @param expected how many blocks were expected to be {@link #READY} and {@link #NEEDED}, of those taken, over time
 * @param blocks what was decided of each block, those taken first, in the order of need; no more than a bound
 * @param unlisted how many blocks are beyond that bound
 */
public record PrefetchPlanned(
        int version,
        int stage,
        int attempt,
        String name,
        long submittedMillis,
        String planner,
        int degree,
        long delayMillis,
        long withoutMillis,
        long withMillis,
        String end,
        long planningMillis,
        String dropped,
        ClusterSeen cluster,
        List<Reason> reasons,
        TimeSeries expected,
        List<PlannedBlock> blocks,
        int unlisted)
        implements TiercelEvent {
    /** What the stage's id counts down from in the plan of a query, which has no stage yet. */
    private static final int QUERIES = -2;

    /** The series of blocks that are in memory. */
    public static final String READY = "ready";

    /** The series of blocks whose first task starts. */
    public static final String NEEDED = "needed";

    /**
     * The cluster when the plan was made.
     *
     * @param nodes that data can be brought into memory on
     * @param freeBytes that may still be pinned on them
     * @param devices that data can be brought in from
     * @param slots that the stage may have
     */
    public record ClusterSeen(int nodes, long freeBytes, int devices, int slots) {}

    /**
     * What was decided of some blocks.
     *
     * @param choice its name
     * @param text the choice in words
     * @param taken whether they are prefetched
     */
    public record Reason(String choice, String text, boolean taken, int blocks, long bytes) {}

    /**
     * What was decided of one block.
     *
     * @param block its name
     * @param path of its file
     * @param offset in the file, bytes
     * @param source where it is expected to be read from; empty if it is not prefetched
     * @param choice the name of the choice
     * @param text the reason in words
     * @param readyMillis when it is expected in memory
     * @param neededMillis when the first task that reads it is expected to start
     */
    public record PlannedBlock(
            String block,
            String path,
            long offset,
            long bytes,
            String source,
            boolean taken,
            String choice,
            String text,
            long readyMillis,
            long neededMillis) {}

    public PrefetchPlanned {
        reasons = List.copyOf(reasons);
        blocks = List.copyOf(blocks);
    }

    /** What stands in the place of a stage's id in the plan for all scans of a query, and in what comes of it. */
    public static int stageOfQuery(long query) {
        return Math.toIntExact(QUERIES - query);
    }

    /** Whether that is no stage's id, but stands for a query. */
    public static boolean isQuery(int stage) {
        return stage <= QUERIES;
    }

    /** The query's id, of what stands for one. */
    public static int query(int stage) {
        return QUERIES - stage;
    }

    /** How many blocks are prefetched. */
    public int takenBlocks() {
        return reasons.stream().filter(Reason::taken).mapToInt(Reason::blocks).sum();
    }

    /** How many are not. */
    public int leftBlocks() {
        return reasons.stream()
                .filter(reason -> !reason.taken())
                .mapToInt(Reason::blocks)
                .sum();
    }
}
