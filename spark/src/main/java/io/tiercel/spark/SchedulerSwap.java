package io.tiercel.spark;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.spark.account.DriverMetrics;
import java.util.Optional;
import org.apache.spark.SparkContext;

/** Puts Tiercel's scheduler in the place of Spark's. Found by name: Java's classes know none of Scala's, so that they can be compiled first. */
public interface SchedulerSwap {
    /**
     * Announces our scheduler, before Spark has made its own.
     *
     * @throws ReflectiveOperationException if this Spark is built so differently that it could not work
     */
    void announce(SparkContext context) throws ReflectiveOperationException;

    /** Takes that back, before Spark has made a scheduler. */
    void withdraw(SparkContext context);

    /** The metrics of the application whose scheduler is ours. */
    DriverMetrics metrics(SparkContext context);

    /** The hosts that the context's scheduler knows; empty unless that is ours. */
    Optional<HostRegistry> hosts(SparkContext context);

    /** @throws ReflectiveOperationException if this jar lacks its half in Scala */
    static SchedulerSwap ours() throws ReflectiveOperationException {
        return (SchedulerSwap) Class.forName("org.apache.spark.scheduler.tiercel.MasterSwap$")
                .getField("MODULE$")
                .get(null);
    }
}
