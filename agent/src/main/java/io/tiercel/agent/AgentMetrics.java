package io.tiercel.agent;

import io.tiercel.agent.migrate.MigrationCounts;
import io.tiercel.agent.migrate.MigrationFailure;
import io.tiercel.agent.session.CoordinatorSession;
import io.tiercel.agent.session.CoordinatorSession.AgentResources;

/** An agent's metrics now, read from the objects that count them. Thread-safe. */
public final class AgentMetrics {
    private final AgentResources resources;
    private final CoordinatorSession session;
    private final MigrationCounts migrations;
    private final ErrorLog errors;
    private final long startBudget;

    /** @param startBudget bytes */
    AgentMetrics(
            AgentResources resources,
            CoordinatorSession session,
            MigrationCounts migrations,
            ErrorLog errors,
            long startBudget) {
        this.resources = resources;
        this.session = session;
        this.migrations = migrations;
        this.errors = errors;
        this.startBudget = startBudget;
    }

    public long value(AgentMetric metric) {
        return switch (metric) {
            case BUDGET_BYTES -> resources.pins().budget();
            case START_BUDGET_BYTES -> startBudget;
            case PINNED_BYTES -> resources.pins().heldBytes();
            case PINNED_BLOCKS -> resources.pins().heldBlocks();
            case LOCKS_MEMORY -> flag(resources.permission().isGranted());
            case COORDINATOR_CONNECTED -> flag(session.isConnected());
            case DEVICES -> resources.devices().all().size();
            case HUNG_DEVICES -> resources.devices().hung();
            case QUEUED_MIGRATIONS -> resources.devices().waiting();
            case RUNNING_MIGRATIONS -> resources.devices().running();
            case MIGRATED_BLOCKS_TOTAL -> migrations.blocks();
            case MIGRATED_BYTES_TOTAL -> migrations.bytes();
            case FOUND_BYTES_TOTAL -> migrations.foundBytes();
            case FAILED_CALLED_OFF_TOTAL -> migrations.failed(MigrationFailure.CALLED_OFF);
            case FAILED_NO_ROOM_TOTAL -> migrations.failed(MigrationFailure.NO_ROOM);
            case FAILED_TOO_MANY_MAPPINGS_TOTAL -> migrations.failed(MigrationFailure.TOO_MANY_MAPPINGS);
            case FAILED_DISK_HUNG_TOTAL -> migrations.failed(MigrationFailure.DISK_HUNG);
            case FAILED_OTHER_TOTAL -> migrations.failed(MigrationFailure.OTHER);
            case UNANSWERED_CALLS_TOTAL -> session.unanswered();
            case ERRORS_TOTAL -> errors.count();
        };
    }

    private static long flag(boolean isSet) {
        return isSet ? 1 : 0;
    }
}
