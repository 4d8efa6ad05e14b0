package io.tiercel.spark;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.cachefs.CacheKeys;
import io.tiercel.config.ConfigException;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.config.Settings;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import scala.Tuple2;

/** All keys that Tiercel reads from Spark's configuration. */
public final class TiercelKeys {
    private static final String SINCE = "0.1.0";
    private static final KeyType<Double> SCORE = KeyType.decimal(0, CostModel.MAX_SCORE);
    private static final CostModel TRIDENT = CostModel.trident();

    /** Every key that is declared below, in that order. */
    private static final List<Key<?>> DECLARED = new ArrayList<>();

    public static final Key<Boolean> ENABLED = key(
            "spark.tiercel.enabled",
            KeyType.bool(),
            "true",
            "Whether the plugin does anything. With false Spark's own scheduler runs, as if the plugin were not there.");

    public static final Key<String> POLICY = key(
            "spark.tiercel.policy",
            KeyType.oneOf(AssignmentPolicies.names()),
            AssignmentPolicies.standard().name(),
            "The policy that assigns tasks to slots. With stock Spark's own code decides, and its reads are "
                    + "still accounted for.");

    public static final Key<Boolean> PRUNE = key(
            "spark.tiercel.prune",
            KeyType.bool(),
            "false",
            "Whether trident prunes its graph by the paper's algorithms 1 and 2 before it solves.");

    public static final Key<Double> SCORE_MEMORY = score(Tier.MEMORY, "Score of reading from memory.");
    public static final Key<Double> SCORE_SSD = score(Tier.SSD, "Score of reading from an SSD.");
    public static final Key<Double> SCORE_HDD = score(Tier.HDD, "Score of reading from an HDD.");
    public static final Key<Double> SCORE_REMOTE =
            score(Tier.REMOTE, "Score of reading storage that no node of the cluster has (PROVIDED).");

    public static final Map<Tier, Key<Double>> SCORES = Collections.unmodifiableMap(new EnumMap<>(
            Map.of(Tier.MEMORY, SCORE_MEMORY, Tier.SSD, SCORE_SSD, Tier.HDD, SCORE_HDD, Tier.REMOTE, SCORE_REMOTE)));

    public static final Key<Double> C0 = score(
            "c0",
            TRIDENT.c0(),
            "Cost of a task without preferred locations; just below c1, so that such tasks go before "
                    + "rack-local ones.");
    public static final Key<Double> C1 =
            score("c1", TRIDENT.c1(), "Added to a score for reading over the rack's network.");
    public static final Key<Double> C2 = score("c2", TRIDENT.c2(), "Cost of reading from another rack.");

    public static final Key<Double> SCORE_OF_NODE = optional(
            "spark.tiercel.score.node.*",
            SCORE,
            "Score of one tier of one node, for clusters with devices of different speed: "
                    + "spark.tiercel.score.node.<host>.<memory, ssd, hdd or remote>.");

    public static final Key<Long> SCORE_UNIT = key(
            "spark.tiercel.score.unit",
            KeyType.bytes(1, 1L << 50),
            "3200m",
            "Bytes per second that a tier of score 1 is read with. Turns a difference of costs into the read time that "
                    + "waiting for a better slot could save.");

    public static final Key<Boolean> SCORES_FROM_AGENTS = key(
            "spark.tiercel.score.from-agents",
            KeyType.bool(),
            "false",
            "Whether the scores of SSD and HDD follow from what agents have measured of the devices, unless they are"
                    + " set. Needs spark.tiercel.coordinator; until every tier has been measured, scores are as they are"
                    + " without.");

    public static final Key<Boolean> HOLD = key(
            "spark.tiercel.hold",
            KeyType.bool(),
            "true",
            "Whether trident may keep a slot free for a better one, and quartet for a task whose input is in that"
                    + " node's memory: never longer than the read time that this could save, and never longer than"
                    + " spark.locality.wait. And whether tiercel may while a measured device is crowded, for"
                    + " spark.locality.wait or as long as the task would run alone, whichever is longer.");

    public static final Key<Duration> LOCATE_BUDGET = key(
            "spark.tiercel.locate.budget",
            KeyType.duration(Duration.ofSeconds(10)),
            "100ms",
            "How long the submission of a stage waits for the locations of its input, and as long again for the "
                    + "coordinator's first answer. Later answers are used as soon as they arrive.");

    public static final Key<String> COORDINATOR = optional(
            "spark.tiercel.coordinator",
            KeyType.coordinators(),
            "The coordinator's address, as in its key tiercel.coordinator.address. Tasks then go to where their input"
                    + " is in memory. Not set: tasks are placed by storage tiers alone.");

    public static final Key<String> JOB = optional(
            "spark.tiercel.job",
            KeyType.text("a name"),
            "The application's name at the coordinator. It takes over what tiercel prefetch --job requested under that"
                    + " name, until it has read the data or ends. Not set: the application's id.");

    public static final Key<Boolean> YARN_EXECUTORS = key(
            "spark.tiercel.yarn.executors",
            KeyType.bool(),
            "true",
            "Whether YARN is told where executors would read the input of waiting tasks fastest. Needs"
                    + " spark.tiercel.coordinator, Tiercel's scheduler in the ResourceManager, and dynamic allocation or"
                    + " spark.tiercel.yarn.input; otherwise YARN decides alone.");

    public static final Key<String> YARN_INPUT = optional(
            "spark.tiercel.yarn.input",
            KeyType.text("paths, with commas between them"),
            "Files and directories that the application will read, for executors that Spark asks for when it starts. Not"
                    + " set: these start where YARN puts them.");

    /** The value of {@link #PREFETCH} that asks for nothing. */
    public static final String NO_PREFETCH = PrefetchPlanners.NONE;

    public static final Key<String> PREFETCH = key(
            "spark.tiercel.prefetch",
            KeyType.oneOf(PrefetchPlanners.names()),
            NO_PREFETCH,
            "The blocks of a stage's input to bring into memory at its submission: none; those that make it end "
                    + "sooner by simulation (Trident, algorithm 7); those of a linear program that plans reads and "
                    + "prefetches together; all that there is room for; or all from random replicas (Ignem), as a "
                    + "baseline. Needs spark.tiercel.coordinator.");

    public static final Key<Boolean> PREFETCH_QUERIES = key(
            "spark.tiercel.prefetch.queries",
            KeyType.bool(),
            "true",
            "Whether the scans of a query are planned for together before its first stage runs; if not, each is when"
                    + " its stage is submitted.");

    public static final Key<Duration> PREFETCH_DELAY = key(
            "spark.tiercel.prefetch.delay",
            KeyType.duration(Duration.ofMinutes(5)),
            "0ms",
            "Longest delay of a stage's first tasks, if by simulation the stage then ends sooner. No delay if other"
                    + " stages wait for slots, or with dynamic allocation. Only with spark.tiercel.prefetch=cost.");

    public static final Key<String> PREFETCH_MODELS = optional(
            "spark.tiercel.prefetch.models",
            KeyType.text("a local directory"),
            "Directory on the driver's machine that keeps learnt computing times and model errors for the next "
                    + "application. Not set: every application learns them anew.");

    public static final Key<String> RECORD_DIR = optional(
            "spark.tiercel.record.dir",
            KeyType.text("a local directory"),
            "Directory on the driver's machine into which decision records (decisions-<application>.jsonl) and stage"
                    + " summaries (stages-<application>.jsonl) are appended, and plans to prefetch"
                    + " (prefetch-<application>.jsonl).");

    public static final Key<Long> RECORD_SIZE = optional(
            "spark.tiercel.record.size",
            KeyType.bytes(1, 1L << 50),
            "Bytes after which a file of records is renamed (to decisions-<application>.1.jsonl and so on), in place of the"
                    + " one that was renamed before. For applications that run for long. Not set: files hold all records.");

    public static final Key<Boolean> KUBERNETES_NODES = key(
            "spark.tiercel.kubernetes.nodes",
            KeyType.bool(),
            "true",
            "Whether executors in Kubernetes learn their nodes, by two variables that the plugin adds to their pods. With false"
                    + " the pods are Spark's own; tasks are then local only in their nodes' network. For clusters whose policy"
                    + " refuses pods that read spec.nodeName or status.hostIP.");

    static {
        CacheKeys.OF_APPLICATIONS.forEach(key -> declared(ofSpark(key)));
    }

    /** Every key, in the order of the reference page. */
    public static final KeySet ALL = new KeySet("spark.tiercel.", DECLARED);

    private TiercelKeys() {}

    /** A key of the cache as users of Spark write it: with {@code spark.} before the name that Hadoop has. */
    public static <T> Key<T> ofSpark(Key<T> ofHadoop) {
        return new Key<>("spark." + ofHadoop.name(), ofHadoop.type(), ofHadoop.defaultText(), ofHadoop.doc(), SINCE);
    }

    private static Key<Double> score(Tier tier, String doc) {
        return score(tier.name().toLowerCase(Locale.ROOT), TRIDENT.score(0, tier), doc);
    }

    private static Key<Double> score(String name, double standard, String doc) {
        return key("spark.tiercel.score." + name, SCORE, Long.toString(Math.round(standard)), doc);
    }

    private static <T> Key<T> key(String name, KeyType<T> type, String defaultText, String doc) {
        return declared(Key.of(name, type, defaultText, doc, SINCE));
    }

    private static <T> Key<T> optional(String name, KeyType<T> type, String doc) {
        return declared(Key.optional(name, type, doc, SINCE));
    }

    private static <T> Key<T> declared(Key<T> key) {
        DECLARED.add(key);
        return key;
    }

    /** @throws ConfigException with one line for each unknown key and bad value under {@code spark.tiercel.} */
    public static Settings read(SparkConf conf) throws ConfigException {
        return ALL.read(Arrays.stream(conf.getAll()).collect(Collectors.toMap(Tuple2::_1, Tuple2::_2)));
    }
}
