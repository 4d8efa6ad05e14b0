package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.TiercelTaskSchedulerImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One configuration line, and Tiercel's scheduler is in; anything wrong with that line, and Spark's own is. */
final class TiercelPluginTest {
    @ParameterizedTest
    @ValueSource(strings = {"local", "local[2]", "local[*]", "local[2,3]"})
    void swapsTheSchedulerOfLocalMasters(String master) {
        try (JavaSparkContext spark = new JavaSparkContext(conf(master))) {
            assertThat(spark.sc().taskScheduler()).isInstanceOf(TiercelTaskSchedulerImpl.class);
            assertThat(spark.master()).isEqualTo(master);
            assertThat(spark.sc().isLocal()).isTrue();
            assertThat(sum(spark)).isEqualTo(6);
        }
    }

    @Test
    void makesAnewWhatSparkMadeFromThePrefixedMaster() {
        try (JavaSparkContext stock = new JavaSparkContext(bare("local[2]"))) {
            pageSize = stock.sc().env().memoryManager().pageSizeBytes();
        }
        try (JavaSparkContext spark = new JavaSparkContext(conf("local[2]"))) {
            assertThat(spark.sc().env().memoryManager().pageSizeBytes()).isEqualTo(pageSize);
        }
    }

    private long pageSize;

    @Test
    void itsMetricsAreAmongThoseOfTheDriver() {
        try (JavaSparkContext spark = new JavaSparkContext(conf("local[2]"))) {
            sum(spark);
            MetricRegistry metrics = spark.sc()
                    .env()
                    .metricsSystem()
                    .getSourcesByName("plugin." + TiercelPlugin.class.getName())
                    .head()
                    .metricRegistry();
            assertThat(metrics.getCounters().get("stages.left").getCount()).isPositive();
            assertThat(metrics.getCounters().get("errors").getCount()).isZero();
            assertThat(metrics.getGauges()).isEmpty();
        }
    }

    @Test
    void staysOutWhenSwitchedOff() {
        try (JavaSparkContext spark = new JavaSparkContext(conf("local[2]").set("spark.tiercel.enabled", "false"))) {
            assertThat(spark.sc().taskScheduler().getClass()).isEqualTo(TaskSchedulerImpl.class);
        }
    }

    @Test
    void aBadKeyLeavesTheJobOnSparksOwnScheduler() {
        SparkConf conf = conf("local[2]").set("spark.tiercel.polcy", "trident").set("spark.tiercel.policy", "fastest");
        try (LogLines log = LogLines.of(TiercelPlugin.class);
                JavaSparkContext spark = new JavaSparkContext(conf)) {
            assertThat(spark.sc().taskScheduler().getClass()).isEqualTo(TaskSchedulerImpl.class);
            assertThat(sum(spark)).isEqualTo(6);
            assertThat(log.lines())
                    .containsExactly(
                            "ERROR Tiercel is off, Spark's own scheduler runs: spark.tiercel.polcy: no such key under "
                                    + "spark.tiercel.; did you mean spark.tiercel.policy?",
                            "ERROR Tiercel is off, Spark's own scheduler runs: spark.tiercel.policy: expected one of "
                                    + "tiercel, trident, quartet, h-scheduler, mixapart, stock, got 'fastest'");
        }
    }

    @Test
    void aScoreOfNoTierLeavesTheJobOnSparksOwnScheduler() {
        SparkConf conf = conf("local[2]").set("spark.tiercel.score.node.host7.ram", "2");
        try (LogLines log = LogLines.of(TiercelPlugin.class);
                JavaSparkContext spark = new JavaSparkContext(conf)) {
            assertThat(spark.sc().taskScheduler().getClass()).isEqualTo(TaskSchedulerImpl.class);
            assertThat(log.lines())
                    .containsExactly("ERROR Tiercel is off, Spark's own scheduler runs: "
                            + "spark.tiercel.score.node.host7.ram: expected "
                            + "spark.tiercel.score.node.<host>.<memory, ssd, hdd or remote>");
        }
    }

    private static int sum(JavaSparkContext spark) {
        return spark.parallelize(List.of(1, 2, 3), 3).reduce(Integer::sum);
    }

    private static SparkConf conf(String master) {
        return bare(master).set("spark.plugins", TiercelPlugin.class.getName());
    }

    private static SparkConf bare(String master) {
        return new SparkConf()
                .setMaster(master)
                .setAppName("plugin")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.driver.host", "127.0.0.1");
    }
}
