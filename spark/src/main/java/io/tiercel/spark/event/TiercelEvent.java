package io.tiercel.spark.event;

import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * An event of Tiercel on Spark's listener bus. Spark writes its record components to the event log as JSON, with the class's name.
 * A reader with this jar on its class path gets the event back, without components that a later version has added. Without the jar
 * Spark drops the line, after one warning for each class.
 *
 * <p>Times are in milliseconds; {@link #NEVER} stands for a time that does not come, or has not come yet.
 */
public interface TiercelEvent extends SparkListenerEvent {
    /** The version of events written now. It grows when a component changes its meaning, not when one is added. */
    int VERSION = 3;

    long NEVER = -1;

    /** The version of the event's format. */
    int version();
}
