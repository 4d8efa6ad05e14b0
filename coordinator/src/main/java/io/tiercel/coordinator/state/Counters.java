package io.tiercel.coordinator.state;

/** What has happened since the coordinator started. */
final class Counters {
    long migrated;
    long migratedBytes;
    long failed;

    /** Reports of agents that fitted nothing. */
    long nonsense;

    /** Files whose blocks were dropped because there was another version. */
    long outdated;

    long expiredJobs;
    long lostAgents;

    CoordinatorCounters totals() {
        return new CoordinatorCounters(migrated, migratedBytes, failed, nonsense, outdated, expiredJobs, lostAgents);
    }
}
