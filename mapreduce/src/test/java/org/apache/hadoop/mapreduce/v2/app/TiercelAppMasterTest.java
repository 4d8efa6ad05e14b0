package org.apache.hadoop.mapreduce.v2.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

final class TiercelAppMasterTest {
    private static boolean isOurs(String... keysAndValues) {
        Configuration conf = new Configuration(false);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            conf.set(keysAndValues[i], keysAndValues[i + 1]);
        }
        return TiercelAppMaster.settings(conf).isPresent();
    }

    @Test
    void ourMasterRunsWhereItHasSomethingToDo() {
        assertThat(isOurs()).isTrue();
        assertThat(isOurs("tiercel.mapreduce.policy", "mixapart")).isTrue();
    }

    @Test
    void hadoopsMasterRunsOtherwise() {
        assertThat(isOurs("tiercel.mapreduce.policy", "stock")).isFalse();
        assertThat(isOurs("tiercel.mapreduce.policy", "no such policy")).isFalse();
        assertThat(isOurs("mapreduce.job.classloader", "true")).isFalse();
    }

    @Test
    void optionsBehindTheClassAreNoticed() {
        assertThat(TiercelAppMaster.optionsBehindClass("org.apache.hadoop.mapreduce.v2.app.MRAppMaster"))
                .isEmpty();
        assertThat(TiercelAppMaster.optionsBehindClass("-Xmx1g", "org.apache.hadoop.mapreduce.v2.app.MRAppMaster"))
                .contains("-Xmx1g");
    }
}
