package io.tiercel.demo;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.demo.advice.AdviceScene;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.contention.ContentionScene;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.leadtime.LeadTimeScene;
import io.tiercel.demo.placement.PlacementScene;
import io.tiercel.demo.prefetch.PrefetchScene;
import io.tiercel.demo.reuse.ReuseScene;
import io.tiercel.demo.sharedstorage.IsolationScene;
import io.tiercel.demo.slownode.SlowNodeScene;
import io.tiercel.model.ByteSize;
import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = {
            "Plays a scene on real daemons of HDFS and Spark, or of HDFS and YARN, on this machine. Their SSDs and HDDs are emulated, unless"
                    + " you ask for a --lab.",
            "",
            "Scenes:",
            "  placement  the same jobs over TPC-H data under every policy",
            "  contention the same search with several slots on each node and devices of nearly the same speed",
            "  slow-node  data brought into memory while nodes are slowed down",
            "  lead-time  a job over cold data, hinted before it starts",
            "  re-use     two identical jobs, one after the other",
            "  prefetch   cold jobs of growing size, prefetched in several ways",
            "  shared-storage",
            "             jobs straight on S3 behind a slow link: alone, through caches, and after a copy into HDFS",
            "  hadoop     MapReduce jobs of six sizes on YARN, under every policy, and a Hive query",
            "  advice     three applications, and the same with the lines that 'tiercel advise' prints for them",
            "",
            "Prints tables and claims, and writes report.json and report.html. Sizes: 512k, 8m, 1.5g (powers of"
                    + " 1,024). A scene takes 3 to 12 minutes, with --full up to half an hour; hadoop takes half an hour,"
                    + " with --full longer. It needs about 6 GB of free memory and 5 GB of disk.",
            ""
        },
        footer = {
            "",
            "Exit code: 0; 1 if a policy's results differ from stock's or the scene cannot be played; 2 for bad input."
        })
final class DemoCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SCENE",
            defaultValue = "placement",
            description = "The scene, or 'all', each into a directory of its own (default: ${DEFAULT-VALUE}).")
    private String scene = "";

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            converter = ByteSizeConverter.class,
            description =
                    "Data to write, before replication; not for hadoop (default: by scene; 160m for placement, 240m with --full).")
    private @Nullable ByteSize size;

    @Option(
            names = "--block-size",
            paramLabel = "BYTES",
            converter = ByteSizeConverter.class,
            description = "HDFS block; a task reads one (default: by scene; 8m for placement).")
    private @Nullable ByteSize blockSize;

    @Option(names = "--nodes", paramLabel = "N", description = "Nodes (default: by scene; 4 for placement).")
    private @Nullable Integer nodes;

    @Option(names = "--racks", paramLabel = "N", description = "Racks (default: 2, or 1 for a single node).")
    private @Nullable Integer racks;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "Tasks that a node runs at once (default: 1; 4 for contention).")
    private @Nullable Integer slots;

    @Option(
            names = "--ssd",
            paramLabel = "BYTES",
            converter = ByteSizeConverter.class,
            description =
                    "Bandwidth of each SSD, per second (default: 16m; 6m for contention, 1g for shared-storage, 4m for hadoop, 8m for advice).")
    private @Nullable ByteSize ssd;

    @Option(
            names = "--hdd",
            paramLabel = "BYTES",
            converter = ByteSizeConverter.class,
            description =
                    "Bandwidth of each HDD, per second (default: 4m; 5m for contention, 1g for shared-storage, 1m for hadoop, 2m for advice).")
    private @Nullable ByteSize hdd;

    @Mixin
    private SharedStorageOptions sharedStorage = new SharedStorageOptions();

    @Option(
            names = "--treatments",
            paramLabel = "T",
            split = ",",
            description =
                    "shared-storage and hadoop only: ways to play, as in classic,cold,warm for shared-storage and trident,tiercel-prefetch for"
                            + " hadoop, which adds stock; see the documentation of the scene (default: by scene; with --full all).")
    private @Nullable List<String> treatments;

    @Mixin
    private HadoopOptions hadoop = new HadoopOptions();

    @Option(
            names = "--replication",
            paramLabel = "N",
            description = "Replicas of a block, one of them on SSD (default: 3, or as many as there are nodes).")
    private @Nullable Integer replication;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Measure everything N times (default: once; with --full two or three times).")
    private @Nullable Integer rounds;

    @Option(names = "--full", description = "Repeat all measurements, as for the figures of the documentation.")
    private boolean full;

    @Option(
            names = "--policies",
            paramLabel = "P",
            split = ",",
            defaultValue = "stock,h-scheduler,quartet,trident,tiercel",
            description = "placement only: policies to compare, stock among them (default: ${DEFAULT-VALUE}).")
    private List<String> policies = List.of();

    @Option(
            names = "--jobs",
            paramLabel = "J",
            split = ",",
            description =
                    "placement only: jobs among q1, q6, q12, comments, grep, revenue (default: all but q1, which is bound by"
                            + " the processor; with --quick q6, q12 and revenue).")
    private @Nullable List<String> jobs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Seed of the order in which policies or treatments run and, for hadoop, of the order of jobs (default:"
                            + " ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for the report and, while it runs, for the cluster (default: tiercel-demo/SCENE).")
    private @Nullable Path out;

    @Option(
            names = "--keep",
            description = "placement only: leave the cluster up until Ctrl-C, and print how to use it.")
    private boolean keep;

    @Option(
            names = "--lab",
            description = "placement and contention only: loop devices whose bandwidth the kernel limits, with its own"
                    + " readahead, instead of emulated ones. Needs root and blkio of cgroup v1.")
    private boolean lab;

    @Option(names = "--quick", description = "Only show that the scene works: little data, times mean little.")
    private boolean quick;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        List<Scene> scenes = Scene.named(scene);
        requireAlone(scenes, List.of(Scene.PLACEMENT), "--keep", "--policies", "--jobs");
        requireAlone(
                scenes,
                List.of(Scene.SHARED_STORAGE),
                "--link",
                "--latency",
                "--intensities",
                "--isolation",
                "--mixes");
        requireAlone(scenes, List.of(Scene.SHARED_STORAGE, Scene.HADOOP), "--treatments");
        requireAlone(scenes, List.of(Scene.HADOOP), "--trace", "--trace-jobs");
        sharedStorage.check(treatments != null);
        hadoop.check();
        if (size != null && scenes.equals(List.of(Scene.HADOOP))) {
            throw new CommandFailure(
                    "--size: expected with another scene than hadoop, whose data is what its jobs read; --block-size sets its scale");
        }
        if (lab && !EnumSet.of(Scene.PLACEMENT, Scene.CONTENTION).containsAll(scenes)) {
            throw new CommandFailure("--lab: expected with the scene placement or contention, got it with " + scene);
        }
        if (full && quick) {
            throw new CommandFailure("--full: expected without --quick");
        }
        List<DemoSettings> settings = settings();
        int exitCode = ExitCodes.OK;
        for (int i = 0; i < scenes.size(); i++) {
            exitCode = Math.max(exitCode, play(scenes.get(i), settings.get(i)));
        }
        return exitCode;
    }

    /** Refuses options that belong to one of {@code owners} unless it is played alone. */
    private void requireAlone(List<Scene> scenes, List<Scene> owners, String... options) {
        if (scenes.size() == 1 && owners.contains(scenes.get(0))) {
            return;
        }
        for (String option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                String expected = owners.stream().map(Scene::id).collect(Collectors.joining(" or "));
                throw new CommandFailure(
                        option + ": expected with the scene " + expected + " alone, got it with " + scene);
            }
        }
    }

    /** The settings of the scenes, in their order. */
    List<DemoSettings> settings() {
        List<Scene> scenes = Scene.named(scene);
        return scenes.stream()
                .map(each -> settings(
                        each,
                        out != null && scenes.size() == 1
                                ? out
                                : orElse(out, Path.of("tiercel-demo")).resolve(each.id())))
                .toList();
    }

    @SuppressWarnings("try") // The lock is held, not used.
    private int play(Scene which, DemoSettings settings) throws InterruptedException {
        try (OutputDirectory directory = OutputDirectory.claim(settings.out())) {
            return switch (which) {
                case PLACEMENT -> new PlacementScene(settings, System.out).run();
                case CONTENTION -> new ContentionScene(settings, System.out).run();
                case SLOW_NODE -> new SlowNodeScene(settings, System.out).run();
                case LEAD_TIME -> new LeadTimeScene(settings, System.out).run();
                case RE_USE -> new ReuseScene(settings, System.out).run();
                case PREFETCH -> new PrefetchScene(settings, System.out).run();
                case SHARED_STORAGE ->
                    sharedStorage.scene(settings, treatments, full).run();
                case ADVICE -> new AdviceScene(settings, System.out).run();
                case HADOOP -> hadoop.scene(settings, treatments, full).run();
            };
        } catch (ClusterException | IOException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, e.getMessage());
        }
    }

    private DemoSettings settings(Scene which, Path directory) {
        Scene.Sizes sizes = which.sizes(full, quick);
        int count = orElse(nodes, sizes.nodes());
        return new DemoSettings(
                orElse(size, ByteSize.of(sharedStorage.isolation() && !quick ? IsolationScene.DATA : sizes.data())),
                orElse(blockSize, ByteSize.of(sizes.block())),
                count,
                orElse(racks, Math.min(2, count)),
                orElse(slots, which.slots()),
                orElse(ssd, ByteSize.of(which.ssd())),
                orElse(hdd, ByteSize.of(which.hdd())),
                orElse(replication, Math.min(3, count)),
                orElse(rounds, sizes.rounds()),
                policies.stream().map(DemoCommand::policy).toList(),
                jobs(),
                seed,
                directory,
                keep,
                lab,
                quick,
                command());
    }

    /** As {@code bin/tiercel demo --quick}. */
    private String command() {
        CommandSpec root = spec.root();
        return Stream.concat(
                        Stream.of("bin/" + root.name()), root.commandLine().getParseResult().originalArgs().stream())
                .map(argument -> argument.matches("[\\w.,:=/-]+") ? argument : "'" + argument + "'")
                .collect(Collectors.joining(" "));
    }

    private List<SparkJob> jobs() {
        if (jobs != null) {
            return jobs.stream().map(DemoCommand::job).toList();
        }
        return quick ? List.of(SparkJob.Q6, SparkJob.Q12, SparkJob.REVENUE) : SparkJob.readers();
    }

    private static String policy(String name) {
        if (!AssignmentPolicies.names().contains(name)) {
            throw new CommandFailure("--policies: expected some of " + String.join(", ", AssignmentPolicies.names())
                    + ", got '" + name + "'");
        }
        return name;
    }

    private static SparkJob job(String id) {
        return SparkJob.named(id)
                .filter(SparkJob.batch()::contains)
                .orElseThrow(() -> new CommandFailure("--jobs: expected some of "
                        + String.join(
                                ", ",
                                SparkJob.batch().stream().map(SparkJob::id).toList()) + ", got '" + id
                        + "'"));
    }

    private static <T> T orElse(@Nullable T value, T otherwise) {
        return value == null ? otherwise : value;
    }
}
