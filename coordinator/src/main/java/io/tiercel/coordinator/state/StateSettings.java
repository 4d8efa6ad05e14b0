package io.tiercel.coordinator.state;

import io.tiercel.migrate.MigrationSettings;

/**
 * How the state is kept. Times in nanoseconds.
 *
 * @param eviction name of the order in which unclaimed blocks go
 * @param jobLeaseMost the most that a job is granted
 * @param mostBlocks blocks that jobs and watchers may name together
 * @param heapBytes estimated heap that blocks, jobs and watchers may take together
 * @param userBlocks blocks that the jobs of one user may claim together, and that its watchers may watch together
 * @param userBytes bytes that the jobs of one user may claim together
 * @param watchLinger how long agents go on watching a block in which nobody is interested any more
 */
public record StateSettings(
        MigrationSettings migrations,
        String binder,
        String eviction,
        long jobLeaseMost,
        int mostBlocks,
        long heapBytes,
        long userBlocks,
        long userBytes,
        long watchLinger) {
    long jobLease() {
        return migrations.lease();
    }
}
