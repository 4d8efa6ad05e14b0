package io.tiercel.demo.run;

import io.tiercel.cli.SparkJar;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.testkit.ClusterBuilder;
import java.io.PrintStream;

/** A scene on one cluster of HDFS and Spark, with memory as a tier. */
public abstract class SparkScene extends ClusterScene {
    protected SparkScene(DemoSettings settings, PrintStream out, MemoryTierConfig memory) {
        super(settings, out, memory);
    }

    @Override
    protected ClusterBuilder engine(ClusterBuilder cluster) {
        return cluster.pluginJar(SparkJar.SCALA_2_13.file());
    }
}
