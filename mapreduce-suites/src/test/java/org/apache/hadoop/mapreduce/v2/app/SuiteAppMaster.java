package org.apache.hadoop.mapreduce.v2.app;

import io.tiercel.config.ConfigException;
import io.tiercel.mapreduce.MapReduceSettings;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.util.Clock;
import org.apache.hadoop.yarn.util.SystemClock;

/** Our master with the constructors of Hadoop's, for Hadoop's own tests. */
public class SuiteAppMaster extends TiercelAppMaster {
    public SuiteAppMaster(
            ApplicationAttemptId attempt, ContainerId container, String host, int port, int httpPort, long submitTime) {
        this(attempt, container, host, port, httpPort, SystemClock.getInstance(), submitTime);
    }

    public SuiteAppMaster(
            ApplicationAttemptId attempt,
            ContainerId container,
            String host,
            int port,
            int httpPort,
            Clock clock,
            long submitTime) {
        super(settings(), new Attempt(container, host, port, httpPort, submitTime), clock);
    }

    private static MapReduceSettings settings() {
        try {
            return MapReduceSettings.read(new Configuration(false));
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void exit(int status) {
        // The test's JVM goes on.
    }
}
