package io.tiercel.demo.hadoop;

import io.tiercel.cli.PluginJars;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.jobs.ResultDigest;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.HiveSession;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** A query of Hive over two of a table's four partitions, all of which are cold. */
final class HiveQueries implements AutoCloseable {
    private static final String HOOK = "io.tiercel.hive.TiercelHook";
    private static final String WAIT = "io.tiercel.testkit.hive.QueueWait";
    private static final String WAIT_KEY = "tiercel.testkit.queue.wait";
    private static final String TABLE = "/hive-table";
    private static final int PARTITIONS = 4;
    private static final int FILES = 4;

    /** Blocks are smaller than the jobs', because a local Hive reads one after the other. */
    private static final int SMALLER = 4;

    private static final String QUERY = "select day, count(*) from lines where day in ('day-1', 'day-2')"
            + " and line like '%special requests%' group by day order by day";

    private final TieredCluster cluster;
    private final MemoryControl control;
    private final HiveSession hive;
    private final double lead;

    private HiveQueries(TieredCluster cluster, MemoryControl control, HiveSession hive, double lead) {
        this.cluster = cluster;
        this.control = control;
        this.hive = hive;
        this.lead = lead;
    }

    /** Bytes of all partitions, before replication. */
    static long bytes(DemoSettings settings) {
        return PARTITIONS * FILES * block(settings);
    }

    private static long block(DemoSettings settings) {
        return Math.max(1 << 20, settings.blockSize().bytes() / SMALLER);
    }

    /** Cold data lies on HDDs alone. */
    static void makeCold(DistributedFileSystem files) throws IOException {
        Path table = new Path(TABLE);
        files.mkdirs(table);
        files.setStoragePolicy(table, "HOT");
    }

    static List<Callable<Void>> writers(DemoSettings settings, List<FileSystem> nodes, LongConsumer written) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> TpchDataset.fullBlocks(
                        nodes.get(0).makeQualified(new Path(root(partition))),
                        FILES,
                        block(settings),
                        nodes,
                        partition * FILES,
                        written))
                .toList();
    }

    private static String root(int partition) {
        return TABLE + "/day-" + partition;
    }

    /**
     * Seconds that a query waits in its queue: twice as long as the nodes need to read its input, all together.
     */
    static double lead(DemoSettings settings) {
        double bytes = 2.0 * FILES * block(settings);
        return 2 * bytes / (settings.nodes() * settings.hdd().bytes());
    }

    /** @param coordinator its address */
    static HiveQueries start(DemoSettings settings, TieredCluster cluster, MemoryControl control, String coordinator) {
        HiveSession hive = HiveSession.builder()
                .keys(cluster.hadoopConf())
                .host(cluster.hosts().get(0))
                .jar(PluginJars.ofHive())
                .key("tiercel.coordinator", coordinator)
                // Readers go to a node with the block in memory, even if another is nearer.
                .key("dfs.client.read.use.cache.priority", "true")
                // A file is a split. Tasks run one after the other: two of them in one JVM lose rows.
                .key("tez.grouping.min-size", "1")
                .key("tez.grouping.max-size", Long.toString(block(settings)))
                .key("tez.am.inline.task.execution.max-tasks", "1")
                .start();
        hive.run("create external table lines (line string) partitioned by (day string) stored as textfile");
        for (int partition = 0; partition < PARTITIONS; partition++) {
            hive.run("alter table lines add partition (day='day-%d') location '%s'"
                    .formatted(partition, TpchDataset.directory(root(partition), "text", "lineitem")));
        }
        return new HiveQueries(cluster, control, hive, lead(settings));
    }

    /** Loads Hive's and Tez' classes, over partitions that the query does not read. */
    void warmUp() {
        hive.run("set hive.exec.pre.hooks=" + WAIT);
        hive.run(QUERY.replace("day-1", "day-0").replace("day-2", "day-3"));
    }

    QueryTrial run(int round, QueryTreatment treatment, ProgressDisplay progress) {
        control.letGo("hive");
        cluster.evictPageCache();
        control.awaitCold(List.of(TABLE));
        hive.run("set hive.exec.pre.hooks=" + (treatment.hinted ? HOOK + "," + WAIT : WAIT));
        hive.run("set hive.exec.post.hooks=" + (treatment.hinted ? HOOK : ""));
        hive.run("set hive.exec.failure.hooks=" + (treatment.hinted ? HOOK : ""));
        hive.run("set " + WAIT_KEY + "=" + (treatment.queued ? Math.round(1000 * lead) : 0));
        DeviceCounters before = cluster.counters();
        HiveSession.Result result = hive.run(QUERY);
        DeviceCounters served = cluster.counters().since(before);
        double seconds = result.seconds() - (treatment.queued ? lead : 0);
        progress.step(1, "round %d, query, %s: %.1f s".formatted(round, treatment.id(), seconds));
        return new QueryTrial(
                round,
                treatment,
                seconds,
                served.deviceBytes(),
                served.memoryBytes(),
                ResultDigest.of(new ArrayList<>(result.rows())).sha256());
    }

    @Override
    public void close() {
        hive.close();
    }
}
