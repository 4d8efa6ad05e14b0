package org.apache.spark.scheduler;

import org.apache.spark.util.Clock;
import scala.Option;

public class PlainTaskSetManager extends TaskSetManager {
    public PlainTaskSetManager(
            TaskSchedulerImpl sched, TaskSet taskSet, int max, Option<HealthTracker> health, Clock clock) {
        super(sched, taskSet, max, health, clock);
    }
}
