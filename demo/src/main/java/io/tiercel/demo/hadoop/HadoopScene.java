package io.tiercel.demo.hadoop;

import io.tiercel.cli.PluginJars;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.report.Trials;
import io.tiercel.demo.run.ClusterScene;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.YarnCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;

/** MapReduce jobs of Trident's six size classes on a real YARN, and a query of Hive, over the embedded HDFS. */
public final class HadoopScene extends ClusterScene {
    /** Memory of a map; masters and reducers take {@link #SMALL_MIB}, so that they never take a map's room. */
    static final int MAP_MIB = 1024;

    static final int SMALL_MIB = 128;

    /** Masters and reducers for which a node has room. */
    private static final int SMALL_PER_NODE = 7;

    private final JobReplay replay;
    private final List<HadoopTreatment> treatments;

    public HadoopScene(DemoSettings settings, JobReplay replay, Set<HadoopTreatment> treatments, PrintStream out) {
        super(
                settings,
                out,
                MemoryTierConfig.withBudget(replay.maps() * settings.blockSize().bytes()));
        this.replay = replay;
        this.treatments = List.copyOf(treatments);
    }

    @Override
    protected String systems() {
        return "HDFS";
    }

    @Override
    protected int daemons() {
        return settings.nodes() + 1;
    }

    /** One replica of each block is on an SSD. */
    @Override
    protected ClusterBuilder options(ClusterBuilder cluster) {
        return cluster;
    }

    @Override
    protected ClusterBuilder engine(ClusterBuilder cluster) {
        return cluster.withoutSpark();
    }

    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        long block = settings.blockSize().bytes();
        HiveQueries.makeCold(demo.cluster().fileSystem());
        demo.write(out, replay.maps() * block + HiveQueries.bytes(settings), this::writers);
        JobReplay played = replay;
        List<ReplayTrial> trials = new ArrayList<>();
        long jobs = (long) settings.rounds() * treatments.size() * replay.jobs().size()
                + (settings.quick()
                        ? 0
                        : warmUps().size() * replay.warmUp().jobs().size());
        try (YarnCluster yarn = yarn(demo);
                MemoryControl control = new MemoryControl(demo.cluster(), memory);
                ProgressDisplay progress = ProgressDisplay.of(out, "Running", " jobs", jobs)) {
            ReplayRunner runner = new ReplayRunner(demo.cluster(), yarn, memory.address(), records, control, progress);
            if (!settings.quick()) {
                List<ReplayTrial> last = List.of();
                for (HadoopTreatment treatment : warmUps()) {
                    last = runner.run(0, treatment, replay.warmUp());
                }
                double mapSeconds = HadoopReport.secondsOfMap(new Trials<>(last));
                played = replay.spread(mapSeconds / JobReplay.mapSeconds(settings));
            }
            for (int round = 1; round <= settings.rounds(); round++) {
                for (HadoopTreatment treatment : RunOrder.order(treatments, round, settings.seed())) {
                    load.begin();
                    trials.addAll(runner.run(round, treatment, played));
                    load.end("round " + round + ", " + treatment.id());
                }
            }
        }
        return new HadoopReport(settings, played, treatments, trials, queries(demo)).report();
    }

    /**
     * Played before all others, with few jobs. The machine reads the jars of masters and tasks from its disk once, and the daemons' JVMs
     * compile their code in the first jobs: no treatment may pay for that. The last, under stock, says how fast this machine is.
     */
    private List<HadoopTreatment> warmUps() {
        return Stream.concat(
                        treatments.stream().filter(each -> !each.isStock()).limit(1), Stream.of(HadoopTreatment.STOCK))
                .toList();
    }

    /** The query runs when YARN has ended: both would compete for the processors. */
    private List<QueryTrial> queries(DemoCluster demo) {
        out.println("Starting an embedded Hive");
        List<QueryTrial> trials = new ArrayList<>();
        long runs = (long) settings.rounds() * QueryTreatment.values().length;
        try (MemoryControl control = new MemoryControl(demo.cluster(), memory);
                HiveQueries hive = HiveQueries.start(settings, demo.cluster(), control, memory.address());
                ProgressDisplay progress = ProgressDisplay.of(out, "Running", " queries", runs)) {
            hive.warmUp();
            for (int round = 1; round <= settings.rounds(); round++) {
                load.begin();
                for (QueryTreatment treatment :
                        RunOrder.order(List.of(QueryTreatment.values()), round, settings.seed())) {
                    trials.add(hive.run(round, treatment, progress));
                }
                load.end("round " + round + ", queries");
            }
        }
        return trials;
    }

    private List<Callable<Void>> writers(List<FileSystem> nodes, LongConsumer written) {
        List<Callable<Void>> work = new ArrayList<>();
        int first = 0;
        int number = 0;
        for (ReplayJob job : replay.jobs()) {
            org.apache.hadoop.fs.Path root = nodes.get(0).makeQualified(new org.apache.hadoop.fs.Path(job.root()));
            // In the nodes' own order YARN's first containers would meet the SSDs of the first maps by themselves.
            work.add(TpchDataset.fullBlocks(
                    root,
                    job.blocks(),
                    settings.blockSize().bytes(),
                    RunOrder.order(nodes, 1, settings.seed() + ++number),
                    first,
                    written));
            first += job.blocks();
        }
        work.addAll(HiveQueries.writers(settings, nodes, written));
        return work;
    }

    private YarnCluster yarn(DemoCluster demo) {
        out.printf("Starting YARN with Tiercel's scheduler on the same %d nodes%n", settings.nodes());
        return YarnCluster.builder()
                .nodes(settings.nodes())
                .racks(settings.racks())
                .memory(settings.slots() * MAP_MIB + SMALL_PER_NODE * SMALL_MIB)
                .keys(demo.cluster().hadoopConf())
                .withMapReduce()
                .daemonJar(PluginJars.ofYarn())
                .key(
                        "yarn.resourcemanager.scheduler.class",
                        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler")
                .key("tiercel.yarn.coordinator", memory.address())
                .start();
    }
}
