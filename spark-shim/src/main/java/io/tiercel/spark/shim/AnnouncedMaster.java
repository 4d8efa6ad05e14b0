package io.tiercel.spark.shim;

import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.ExternalClusterManager;
import org.apache.spark.scheduler.SchedulerBackend;
import org.apache.spark.scheduler.TaskScheduler;

/**
 * Claims masters that bear Tiercel's prefix (decision 0501). Spark asks every cluster manager on its class path for each master, so this
 * class loads on any JVM; the one behind it only if the prefix is there.
 */
public final class AnnouncedMaster implements ExternalClusterManager {
    public static final String PREFIX = "tiercel:";

    private static final String BEHIND = "org.apache.spark.scheduler.tiercel.TiercelClusterManager";

    private ExternalClusterManager behind;

    private ExternalClusterManager behind() {
        if (behind == null) {
            behind = Newer.make(ExternalClusterManager.class, BEHIND, true);
            if (behind == null) {
                throw new IllegalStateException("Tiercel's scheduler was announced, and its class cannot be loaded");
            }
        }
        return behind;
    }

    @Override
    public boolean canCreate(String master) {
        return master.startsWith(PREFIX);
    }

    @Override
    public TaskScheduler createTaskScheduler(SparkContext context, String master) {
        return behind().createTaskScheduler(context, master);
    }

    @Override
    public SchedulerBackend createSchedulerBackend(SparkContext context, String master, TaskScheduler scheduler) {
        return behind().createSchedulerBackend(context, master, scheduler);
    }

    @Override
    public void initialize(TaskScheduler scheduler, SchedulerBackend backend) {
        behind().initialize(scheduler, backend);
    }
}
