package io.tiercel.agent;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What an agent publishes about itself. The names of the constants are those of the metrics, and never change. A name that
 * ends with {@code TOTAL} is a counter since the agent's start; others are gauges.
 */
public enum AgentMetric {
    BUDGET_BYTES(
            "bytes", "Memory that migrated blocks may take now. It is less while tasks of the node wait for memory."),
    START_BUDGET_BYTES("bytes", "The budget at the agent's start: as configured, or less if less memory was free."),
    PINNED_BYTES("bytes", "Memory that migrated blocks take, in whole pages."),
    PINNED_BLOCKS("blocks", "Blocks that were migrated and are held."),
    LOCKS_MEMORY("0 or 1", "1 if the agent may lock memory. 0 if blocks only come into the page cache."),
    COORDINATOR_CONNECTED("0 or 1", "1 if the coordinator has answered the last call."),
    DEVICES("devices", "Devices from which blocks can come."),
    HUNG_DEVICES("devices", "Devices that do not answer."),
    QUEUED_MIGRATIONS("blocks", "Migrations that wait for their device."),
    RUNNING_MIGRATIONS("blocks", "Migrations that run."),
    MIGRATED_BLOCKS_TOTAL("blocks", "Blocks that came into memory."),
    MIGRATED_BYTES_TOTAL("bytes", "Bytes of the blocks that came into memory."),
    FOUND_BYTES_TOTAL("bytes", "Bytes of these that were in memory before."),
    FAILED_CALLED_OFF_TOTAL("blocks", "Migrations that the coordinator has called off."),
    FAILED_NO_ROOM_TOTAL("blocks", "Migrations for which the budget had no room."),
    FAILED_TOO_MANY_MAPPINGS_TOTAL("blocks", "Migrations for which vm.max_map_count left no mapping."),
    FAILED_DISK_HUNG_TOTAL("blocks", "Migrations whose disk did not answer."),
    FAILED_OTHER_TOTAL("blocks", "Migrations that failed otherwise, such as for a replica that was deleted meanwhile."),
    UNANSWERED_CALLS_TOTAL("calls", "Calls that the coordinator has not answered, or has refused."),
    ERRORS_TOTAL("errors", "Errors in the agent's own threads, which go on. The DataNode's log has them.");

    private static final String PREFIX = "tiercel_agent_";

    private final String unit;
    private final String help;

    AgentMetric(String unit, String help) {
        this.unit = unit;
        this.help = help;
    }

    /** The name in Prometheus. */
    public String metric() {
        return PREFIX + name().toLowerCase(Locale.ROOT);
    }

    /** The name in JMX: {@code BudgetBytes}. */
    public String attribute() {
        return Arrays.stream(name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    public boolean isCounter() {
        return name().endsWith("_TOTAL");
    }

    public String unit() {
        return unit;
    }

    public String help() {
        return help;
    }
}
