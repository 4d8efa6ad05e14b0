package org.apache.hadoop.mapreduce.v2.app.rm;

import io.tiercel.config.ConfigException;
import io.tiercel.mapreduce.MapPlanner;
import io.tiercel.mapreduce.MapReduceSettings;
import io.tiercel.mapreduce.MapScheduler;
import io.tiercel.mapreduce.MapScheduler.JobAttempt;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.v2.app.AppContext;
import org.apache.hadoop.mapreduce.v2.app.client.ClientService;
import org.apache.hadoop.mapreduce.v2.app.rm.preemption.AMPreemptionPolicy;

/**
 * Our allocator with the constructor of Hadoop's, for Hadoop's own tests. There are no splits to read, so maps are placed by the hosts that
 * they ask for.
 */
public class SuiteAllocator extends MatchedContainerAllocator {
    public SuiteAllocator(ClientService clients, AppContext context, AMPreemptionPolicy preemption) {
        super(clients, context, preemption, planner(), false);
    }

    private static MapPlanner planner() {
        Configuration conf = new Configuration();
        conf.set("tiercel.mapreduce.locate.budget", "10s"); // Ends as soon as the splits are found missing.
        try {
            return MapScheduler.start(
                    MapReduceSettings.read(conf),
                    new JobAttempt(new JobID("suite", 1), "appattempt_1_0001_000001", conf));
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
