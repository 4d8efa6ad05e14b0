package io.tiercel.demo.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.demo.hadoop.ReplayTrial.CountedMaps;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.junit.jupiter.api.Test;

class JobHistoryTest {
    @Test
    void aJobWithoutCountersHasCountedNothing() {
        assertThat(new JobHistory(new JobInfo()).counted()).isEqualTo(CountedMaps.NONE);
    }
}
