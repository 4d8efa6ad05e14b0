package org.apache.spark.scheduler;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import io.tiercel.spark.input.ImmediateAnswers;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.input.TaskInput;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.tiercel.TiercelSession;
import org.apache.spark.util.Clock;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Tiercel's scheduler in a world in which every task reads one block of a file, which lies on SSDs of the hosts that the task
 * prefers; a task without preferences reads one that lies nowhere in the cluster. So the policy decides about every task set.
 */
public class LocatingTaskSchedulerImpl extends TiercelTaskSchedulerImpl {
    private static final long BLOCK = 128L << 20;

    public LocatingTaskSchedulerImpl(SparkContext context, int maxTaskFailures, boolean isLocal, Clock clock) {
        super(context, maxTaskFailures, isLocal, clock);
    }

    public LocatingTaskSchedulerImpl(SparkContext context) {
        super(context);
    }

    @Override
    public Option<StageInput> inputOf(TaskSet taskSet, TiercelSession session) {
        var tasks = new ArrayList<TaskInput>();
        var files = new ArrayList<List<String>>();
        for (Task<?> task : taskSet.tasks()) {
            var locations = CollectionConverters.asJava(task.preferredLocations());
            var hosts = locations.stream().map(TaskLocation::host).distinct().toList();
            var caching = locations.stream()
                    .filter(ExecutorCacheTaskLocation.class::isInstance)
                    .map(location -> ((ExecutorCacheTaskLocation) location).executorId())
                    .toList();
            tasks.add(new TaskInput(List.of(new FileRange(new Path("/task"), 0, BLOCK)), hosts, caching));
            if (caching.isEmpty()) files.add(hosts);
        }
        // The files stand in the order in which they are asked for.
        StageInput.InputLocator locator = ranges -> new ImmediateAnswers(
                files.stream().map(hosts -> onSsds(hosts, session.hosts())).toList());
        return Option.apply(StageInput.request(tasks, locator, session.hosts(), session.scores()));
    }

    private static RangeLocation onSsds(List<String> hosts, HostRegistry known) {
        var replicas = hosts.stream()
                .map(host -> new Replica(known.node(host), Tier.SSD))
                .toList();
        return new RangeLocation(RangeLocation.State.LOCATED, List.of(new Block(BLOCK, replicas)), null);
    }
}
