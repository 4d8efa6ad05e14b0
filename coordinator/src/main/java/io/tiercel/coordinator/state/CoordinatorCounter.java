package io.tiercel.coordinator.state;

/** Counters since the coordinator's start, by their metrics' names. */
public enum CoordinatorCounter {
    MIGRATED_BLOCKS("migrated_blocks", "Blocks that agents brought in."),
    MIGRATED_BYTES("migrated_bytes", "Bytes that agents brought in."),
    FAILED_MIGRATIONS("failed_migrations", "Migrations that agents could not do."),
    MISFIT_REPORTS("misfit_reports", "Reports of agents that match no migration or block that the coordinator knows."),
    OUTDATED_FILES("outdated_files", "Files whose blocks were dropped for a newer version."),
    EXPIRED_JOBS("expired_jobs", "Jobs given up after their lease."),
    LOST_AGENTS("lost_agents", "Agents given up after their lease."),
    REFUSED_IDENTITIES("refused_identities", "Calls whose caller did not prove who it is."),
    REFUSED_AGENTS("refused_agents", "Calls as an agent by somebody who is not that DataNode."),
    REFUSED_CALLS("refused_calls", "Calls refused because they ask for too much, or meet a limit of their user."),
    CONNECTIONS("connections", "Connections over which TLS is demanded."),
    HANDSHAKES("handshakes", "Those of them that got as far as TLS. The others were refused."),
    ERRORS("errors", "Errors in the coordinator's own threads, which go on. The log has each of them.");

    private final String metric;
    private final String help;

    CoordinatorCounter(String metric, String help) {
        this.metric = metric;
        this.help = help;
    }

    /** Without prefix and suffix. */
    public String metric() {
        return metric;
    }

    public String help() {
        return help;
    }
}
