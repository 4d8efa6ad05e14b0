package io.tiercel.sim.paper;

import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.run.MemoryUse;

/** The six systems under which Trident's section 7.1 runs the Facebook workload. */
enum FacebookSystem {
    HDFS_DEFAULT(FileSystem.HDFS, Scheduler.DEFAULT),
    HDFS_TRIDENT(FileSystem.HDFS, Scheduler.TRIDENT),
    OCTOPUS_FS_DEFAULT(FileSystem.OCTOPUS_FS, Scheduler.DEFAULT),
    OCTOPUS_FS_H_SCHEDULER(FileSystem.OCTOPUS_FS, Scheduler.H_SCHEDULER),
    OCTOPUS_FS_QUARTET(FileSystem.OCTOPUS_FS, Scheduler.QUARTET),
    OCTOPUS_FS_TRIDENT(FileSystem.OCTOPUS_FS, Scheduler.TRIDENT);

    private final FileSystem fileSystem;
    private final Scheduler scheduler;

    FacebookSystem(FileSystem fileSystem, Scheduler scheduler) {
        this.fileSystem = fileSystem;
        this.scheduler = scheduler;
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    JobStatistics run(int repetitions) {
        return JobStatistics.of(
                repetitions,
                seed -> TridentSetup.facebook(
                        fileSystem, scheduler.hadoop(), MemoryUse.NONE, TridentSetup.FITTED, seed));
    }

    @Override
    public String toString() {
        return fileSystem + ", " + scheduler;
    }
}
