package io.tiercel.spark.account;

import io.tiercel.record.ReadPlace;

/**
 * What the driver of an application publishes in Spark's metrics system. The names of the constants are those of the
 * metrics, and never change. All but {@link #COORDINATOR_REACHED} are counters since the application's start.
 */
public enum DriverMetric {
    TASKS_PROCESS("tasks", "Task attempts that read from the memory of their own executor."),
    TASKS_MEMORY("tasks", "Task attempts that read from memory of their node: pinned blocks and the page cache."),
    TASKS_SSD("tasks", "Task attempts that read from an SSD of their node."),
    TASKS_HDD("tasks", "Task attempts that read from an HDD of their node."),
    TASKS_RACK("tasks", "Task attempts that read from another node of their rack."),
    TASKS_REMOTE("tasks", "Task attempts that read from another rack, or from storage beyond the cluster."),
    TASKS_UNKNOWN("tasks", "Task attempts whose input was not located."),
    TASKS_BEST("tasks", "Task attempts that read at their best possible place."),
    STAGES_PLACED("stages", "Stage attempts that Tiercel places."),
    STAGES_LEFT("stages", "Stage attempts left to Spark: they read no files that are seen, or locating failed."),
    ROUNDS("rounds", "Rounds of offers in which a placed stage was asked for tasks."),
    ROUNDS_MICROS("microseconds", "Time that rounds took, in which the scheduler's lock is held."),
    ROUNDS_LEFT_POLICY("rounds", "Rounds left to Spark because the policy is stock."),
    ROUNDS_LEFT_FAILURE("rounds", "Rounds left to Spark because Tiercel failed, in them or earlier in the stage."),
    ROUNDS_LEFT_UNUSED(
            "rounds", "Rounds left to Spark because it had started none of the tasks that the last round chose."),
    ROUNDS_LEFT_BUDGET("rounds", "Rounds that Spark finished because deciding took longer than half a second."),
    HELD_MILLIS("milliseconds", "Time for which slots were held for a better task, summed over slots."),
    PREFETCH_BLOCKS("blocks", "Blocks that were prefetched by plan."),
    PREFETCH_BYTES("bytes", "Bytes of the prefetched blocks."),
    PREFETCH_USED("blocks", "Prefetched blocks that were in memory when their first task started."),
    PREFETCH_LATE("blocks", "Prefetched blocks that were not in memory when their first task started."),
    PREFETCH_WASTED("blocks", "Prefetched blocks that no task has read."),
    PREFETCH_GAIN_EXPECTED_MILLIS("milliseconds", "By how much stages were expected to end sooner."),
    PREFETCH_GAIN_MILLIS(
            "milliseconds",
            "By how much they ended sooner than predicted without prefetching. It falls if one ends later."),
    ERRORS(
            "errors",
            "Errors of Tiercel that the application has survived. The driver's log has the first of each kind."),
    COORDINATOR_REACHED(
            "0 or 1",
            "1 if the coordinator has answered the last call. Missing if spark.tiercel.coordinator is not set.");

    private static final String PREFIX = "tiercel_spark_";

    private final String unit;
    private final String help;

    DriverMetric(String unit, String help) {
        this.unit = unit;
        this.help = help;
    }

    /** The counter of task attempts that read at a place. */
    static DriverMetric tasksOf(ReadPlace place) {
        return valueOf("TASKS_" + place.name());
    }

    /** The name in Spark, below that of the plugin: {@code tasks.ssd}. */
    public String metric() {
        return MetricName.inSpark(this);
    }

    /** The name in Prometheus, by the rules of {@code deploy/prometheus/prometheus.yaml}. */
    public String prometheusName() {
        return PREFIX + MetricName.lowerCase(this) + (isCounter() ? "_total" : "");
    }

    public boolean isCounter() {
        return this != COORDINATOR_REACHED;
    }

    public String unit() {
        return unit;
    }

    public String help() {
        return help;
    }
}
