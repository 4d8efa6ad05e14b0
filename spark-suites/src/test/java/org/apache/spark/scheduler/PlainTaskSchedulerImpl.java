package org.apache.spark.scheduler;

import org.apache.spark.SparkContext;
import org.apache.spark.util.Clock;

public class PlainTaskSchedulerImpl extends TaskSchedulerImpl {
    public PlainTaskSchedulerImpl(SparkContext sc, int maxTaskFailures, boolean isLocal, Clock clock) {
        super(sc, maxTaskFailures, isLocal, clock);
    }

    public PlainTaskSchedulerImpl(SparkContext sc) {
        super(sc);
    }
}
