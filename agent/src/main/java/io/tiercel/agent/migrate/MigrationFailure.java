package io.tiercel.agent.migrate;

/** Why a migration brought nothing in, by the beginning of the reason that the agent reports. */
public enum MigrationFailure {
    /** The coordinator wanted the block no more. */
    CALLED_OFF("called off"),
    /** The block did not fit into what was left of the budget. */
    NO_ROOM("no room"),
    /** The process had no memory mapping left for the block. */
    TOO_MANY_MAPPINGS("too many mappings"),
    DISK_HUNG("its disk does not answer"),
    OTHER("");

    private final String reason;

    MigrationFailure(String reason) {
        this.reason = reason;
    }

    /** What the reported reason begins with. */
    String reason() {
        return reason;
    }

    /** The failure that a reported reason is about. */
    static MigrationFailure of(String reported) {
        for (MigrationFailure failure : values()) {
            if (reported.startsWith(failure.reason)) {
                return failure;
            }
        }
        return OTHER;
    }
}
