package io.tiercel.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class CallTimeoutsTest {
    private static final String KEY = "ipc.client.rpc-timeout.ms";

    @Test
    void callsEndInTenSecondsUnlessToldOtherwise() {
        Configuration conf = new Configuration(false);
        conf.setInt(KEY, 0);
        assertThat(CallTimeouts.in(conf).getInt(KEY, 0)).isEqualTo(10_000);
        assertThat(conf.getInt(KEY, -1)).as("not the copy").isZero();

        conf.setInt(KEY, 5);
        assertThat(CallTimeouts.in(conf).getInt(KEY, 0)).isEqualTo(5);
    }
}
