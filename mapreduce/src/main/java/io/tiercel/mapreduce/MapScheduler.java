package io.tiercel.mapreduce;

import io.tiercel.containers.ContainerScheduler;
import io.tiercel.containers.Placement;
import io.tiercel.containers.StageScheduler;
import io.tiercel.containers.WaitingTask;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.hdfs.locate.LocatorSettings;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.util.RackResolver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tiercel's part of one attempt of a job's master: its maps are one stage, whose input the job's split file names. */
public final class MapScheduler implements MapPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(MapScheduler.class);
    private static final int MAPS = 0;

    /** A job, as the master knows it. */
    public record JobAttempt(JobID job, String attempt, Configuration conf) {}

    private final HostRegistry hosts;
    private final BlockLocator locator;
    private final ContainerScheduler scheduler;
    private final StageScheduler maps;

    private MapScheduler(MapReduceSettings settings, JobAttempt attempt, UserGroupInformation user) {
        Configuration conf = attempt.conf();
        this.hosts = new HostRegistry(
                host -> Optional.ofNullable(RackResolver.resolve(conf, host).getNetworkLocation()));
        this.locator = new BlockLocator(conf, hosts, LocatorSettings.DEFAULT);
        this.scheduler = new ContainerScheduler(
                settings.containers(),
                new ContainerScheduler.JobAttempt(
                        attempt.job().toString(),
                        ApplicationAttemptId.fromString(attempt.attempt()),
                        attempt.attempt(),
                        conf),
                user,
                locator);
        this.maps = scheduler.stage(MAPS, 0);
        maps.read(() -> {
            Path staging = MRApps.getStagingAreaDir(conf, user.getShortUserName());
            return new SplitReader(conf)
                    .read(attempt.job(), new Path(staging, attempt.job().toString()));
        });
    }

    /** Begins to read the splits of a job, as the user of the calling thread. */
    public static MapScheduler start(MapReduceSettings settings, JobAttempt attempt) throws IOException {
        return new MapScheduler(settings, attempt, UserGroupInformation.getCurrentUser());
    }

    @Override
    public List<Placement> round(List<String> containers, List<WaitingTask> waiting, int most) {
        return maps.round(containers, waiting, most);
    }

    @Override
    public boolean prefersContainers() {
        return maps.prefersContainers();
    }

    @Override
    public void statePreferences(int priority, List<WaitingTask> waiting) {
        maps.statePreferences(priority, waiting);
    }

    @Override
    public boolean hasUnrequestedInput() {
        return maps.hasUnrequestedInput();
    }

    @Override
    public void stopped(Collection<Integer> ended) {
        maps.stopped(ended);
    }

    @Override
    public void finished(Collection<Integer> succeeded) {
        maps.finished(succeeded);
    }

    /** Whatever fails here, the job has ended, and Hadoop's own end goes on. */
    @Override
    public void close() {
        List.<AutoCloseable>of(scheduler, locator, hosts).forEach(MapScheduler::end);
    }

    private static void end(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception | LinkageError e) {
            LOG.warn("Tiercel: something did not end well: {}", e.toString());
        }
    }
}
