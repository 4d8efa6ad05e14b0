package io.tiercel.spark.event;

import java.util.List;

/**
 * A plan of which blocks of a stage's input to prefetch. Times count from the stage's submission unless stated otherwise.
 *
 * @param stage the stage's id; {@link #stageOfQuery} for a query's plan
 * @param attempt the stage's attempt, from 0; for a query the number of the plan among its plans
 * @param name the stage's name as Spark shows it
 * @param submittedMillis when it was submitted, since the epoch
 * @param degree the most blocks that a device has to read; 0 if nothing is prefetched
 * @param delayMillis how long the first tasks are held back
 * @param withoutMillis when the stage is expected to end without prefetching
 * @param withMillis when it is expected to end under the plan
 * @param end why the search ended, in words
 * @param planningMillis how long planning took
 * @param dropped why no block of the plan was requested; empty if blocks were requested
 * @param cluster that the plan rests on
 * @param reasons counts of all blocks by decision
 * @param expected how many prefetched blocks were expected to be {@link #READY} and {@link #NEEDED}, over time
 * @param blocks the decision on each block up to a bound: prefetched ones first, in the order of need
 * @param unlisted number of blocks beyond that bound
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
    /** The first of the ids that stand for queries; they count down from here. */
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
     */
    public record ClusterSeen(int nodes, long freeBytes, int devices, int slots) {}

    public record Reason(String choice, String text, boolean taken, int blocks, long bytes) {}

    /**
     * The decision on one block.
     *
     * @param offset in the file, bytes
     * @param source where it is expected to be read from; empty if it is not prefetched
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

    /** The stage id that stands for a query in its plans and their outcomes: a query has no stage yet. */
    public static int stageOfQuery(long query) {
        return Math.toIntExact(QUERIES - query);
    }

    public static boolean isQuery(int stage) {
        return stage <= QUERIES;
    }

    /** The query's id for a stage id that stands for one. */
    public static int query(int stage) {
        return QUERIES - stage;
    }

    public int takenBlocks() {
        return reasons.stream().filter(Reason::taken).mapToInt(Reason::blocks).sum();
    }

    /** The number of blocks that are not prefetched. */
    public int leftBlocks() {
        return reasons.stream()
                .filter(reason -> !reason.taken())
                .mapToInt(Reason::blocks)
                .sum();
    }
}
