package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** HDFS' key is set for the tasks of an application that has a coordinator, and the user's own word stands. */
final class PinnedReadPreferenceTest {
    @Test
    void withACoordinatorCachedReplicasAreReadFirst() {
        assertThat(inTasks(conf().set("spark.tiercel.coordinator", "localhost:1")))
                .isEqualTo("true");
    }

    @Test
    void withoutOneNothingChanges() {
        assertThat(inTasks(conf())).isNotEqualTo("true");
    }

    @Test
    void whatTheUserHasSetStands() {
        assertThat(inTasks(conf().set("spark.tiercel.coordinator", "localhost:1")
                        .set("spark.hadoop." + TiercelDriver.PINNED_FIRST, "false")))
                .isEqualTo("false");
    }

    private static SparkConf conf() {
        return new SparkConf()
                .setMaster("local[1]")
                .setAppName("reads")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "localhost")
                .set("spark.plugins", TiercelPlugin.class.getName());
    }

    private static String inTasks(SparkConf conf) {
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            return spark.sc().hadoopConfiguration().get(TiercelDriver.PINNED_FIRST);
        }
    }
}
