package io.tiercel.spark;

import io.tiercel.spark.shim.Newer;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Tiercel in Spark: {@code spark.plugins=io.tiercel.spark.TiercelPlugin}. On a JVM that is too old for the rest of the jar it does nothing, and
 * says so in the log.
 */
public final class TiercelPlugin implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return Newer.make(DriverPlugin.class, "io.tiercel.spark.TiercelDriver", true);
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return Newer.make(ExecutorPlugin.class, "io.tiercel.spark.TiercelExecutor", false);
    }
}
