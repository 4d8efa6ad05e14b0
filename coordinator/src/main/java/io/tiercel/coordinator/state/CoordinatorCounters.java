package io.tiercel.coordinator.state;

/**
 * What has happened since the coordinator started.
 *
 * @param migrated blocks that agents brought in
 * @param migratedBytes of them
 * @param failed migrations that agents could not do
 * @param nonsense reports of agents that fitted nothing
 * @param outdated versions of files whose blocks were dropped
 * @param expiredJobs jobs that were given up after their lease
 * @param lostAgents agents that were given up after theirs
 */
public record CoordinatorCounters(
        long migrated,
        long migratedBytes,
        long failed,
        long nonsense,
        long outdated,
        long expiredJobs,
        long lostAgents) {}
