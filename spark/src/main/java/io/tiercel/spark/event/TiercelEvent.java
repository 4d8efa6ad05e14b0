package io.tiercel.spark.event;

import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * An event of ours. Spark writes it into the event log as JSON by its record's components, with the class's name beside them. Who
 * reads the log with our jar on the class path gets the same back, less what a later version has added. Without the jar Spark's
 * reader drops the line, after one warning for each class.
 *
 * <p>Times are in milliseconds; {@link #NEVER} stands for one that does not come, or has not come yet.
 */
public sealed interface TiercelEvent extends SparkListenerEvent
        permits StageReads, PrefetchPlanned, PrefetchOutcomes, CoordinatorChanged {
    /** Of the events as they are written now. A component that is added does not change it; one that changes its meaning does. */
    int VERSION = 2;

    /** A time that does not come. */
    long NEVER = -1;

    /** The version that it was written by. */
    int version();
}
