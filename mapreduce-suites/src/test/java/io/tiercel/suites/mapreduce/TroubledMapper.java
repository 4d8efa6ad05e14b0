package io.tiercel.suites.mapreduce;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;

/** Counts words, except that attempts fail on a host, or that the first attempt of the first map never ends: as the job's keys say. */
public class TroubledMapper extends TokenCounterMapper {
    static final String FAILS_ON = "test.fails.on";
    static final String HANGS = "test.hangs";

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
        if (System.getenv("NM_HOST").equals(context.getConfiguration().get(FAILS_ON))) {
            throw new IOException("the test's map fails on this host");
        }
        TaskAttemptID attempt = context.getTaskAttemptID();
        if (context.getConfiguration().getBoolean(HANGS, false)
                && attempt.getTaskID().getId() == 0
                && attempt.getId() == 0) {
            new CountDownLatch(1).await();
        }
    }
}
