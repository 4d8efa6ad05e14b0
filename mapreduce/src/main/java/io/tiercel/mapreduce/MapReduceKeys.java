package io.tiercel.mapreduce;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.TierScores;
import io.tiercel.config.ConfigException;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.config.Settings;
import io.tiercel.model.Tier;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** All keys that Tiercel reads from the configuration of a MapReduce job. */
public final class MapReduceKeys {
    private static final String SINCE = "0.1.0";
    private static final String PREFIX = "tiercel.mapreduce.";

    /** The value of {@link #PREFETCH} that asks for nothing. */
    static final String NO_PREFETCH = "none";

    /** The value of {@link #PREFETCH} that asks for all input. */
    static final String PREFETCH_ALL = "all";

    public static final Key<String> POLICY = Key.of(
            PREFIX + "policy",
            KeyType.oneOf(AssignmentPolicies.names()),
            AssignmentPolicies.ofSingleRounds().name(),
            "The policy that assigns maps to the containers of a heartbeat. With stock Hadoop's own code decides. tiercel, which"
                    + " plans stages in Spark, decides as trident does here.",
            SINCE);

    public static final Key<Double> SCORE_MEMORY = score(Tier.MEMORY, "Score of reading from memory.");
    public static final Key<Double> SCORE_SSD = score(Tier.SSD, "Score of reading from an SSD.");
    public static final Key<Double> SCORE_HDD = score(Tier.HDD, "Score of reading from an HDD.");
    public static final Key<Double> SCORE_REMOTE =
            score(Tier.REMOTE, "Score of reading storage that no node of the cluster has (PROVIDED).");

    private static final Map<Tier, Key<Double>> SCORES = Collections.unmodifiableMap(new EnumMap<>(
            Map.of(Tier.MEMORY, SCORE_MEMORY, Tier.SSD, SCORE_SSD, Tier.HDD, SCORE_HDD, Tier.REMOTE, SCORE_REMOTE)));

    public static final Key<Duration> LOCATE_BUDGET = Key.of(
            PREFIX + "locate.budget",
            KeyType.duration(Duration.ofSeconds(10)),
            "100ms",
            "How long the job's first containers wait, in all, for the locations of its input and then for the coordinator's first"
                    + " answer. Later answers are used from the next heartbeat on.",
            SINCE);

    public static final Key<String> JOB = Key.optional(
            PREFIX + "job",
            KeyType.text("a name"),
            "The job's name at the coordinator. It takes over what tiercel prefetch --job requested under that name, until it has"
                    + " read the data or ends. Not set: the job's id.",
            SINCE);

    public static final Key<String> PREFETCH = Key.of(
            PREFIX + "prefetch",
            KeyType.oneOf(List.of(NO_PREFETCH, PREFETCH_ALL)),
            NO_PREFETCH,
            "The input to bring into memory when the job starts: none, or all that there is room for. Needs tiercel.coordinator.",
            SINCE);

    public static final Key<Boolean> CONTAINERS = Key.of(
            PREFIX + "containers",
            KeyType.bool(),
            "true",
            "Whether the job tells the coordinator which containers it prefers, so that a ResourceManager with Tiercel's scheduler"
                    + " grants the cheapest. Needs tiercel.coordinator.",
            SINCE);

    public static final Key<Boolean> COUNTERS = Key.of(
            PREFIX + "counters",
            KeyType.bool(),
            "false",
            "Whether the job's counters say from where maps read. Off, since they count towards mapreduce.job.counters.max and"
                    + " mapreduce.job.counters.groups.max: a job near its limits could fail. The master's log has the numbers anyway.",
            SINCE);

    /** In the order of the reference. */
    public static final KeySet ALL = new KeySet(
            PREFIX,
            List.of(POLICY, SCORE_MEMORY, SCORE_SSD, SCORE_HDD, SCORE_REMOTE, LOCATE_BUDGET, JOB, PREFETCH, CONTAINERS, COUNTERS));

    public static final Key<String> COORDINATOR = Key.optional(
            "tiercel.coordinator",
            KeyType.address(1),
            "The coordinator's address for applications of Hadoop, as in its key tiercel.coordinator.address. Tasks then go to where"
                    + " their input is in memory. Not set: tasks are placed by storage tiers alone.",
            SINCE);

    public static final Key<String> RECORD_DIR = Key.optional(
            "tiercel.record.dir",
            KeyType.text("a directory of any file system of Hadoop"),
            "Directory for decision records, in one file for each attempt of an application (decisions-<attempt>.jsonl). A path"
                    + " without a scheme belongs to the default file system.",
            SINCE);

    /** Keys without an engine's name, in the order of the reference. */
    public static final KeySet SHARED = new KeySet("tiercel.", List.of(COORDINATOR, RECORD_DIR));

    private MapReduceKeys() {}

    private static Key<Double> score(Tier tier, String doc) {
        return Key.of(
                PREFIX + "score." + tier.name().toLowerCase(Locale.ROOT),
                KeyType.decimal(0, CostModel.MAX_SCORE),
                Long.toString(Math.round(TierScores.TRIDENT.score(0, tier))),
                doc,
                SINCE);
    }

    /** @throws ConfigException with one line for each unknown key under {@code tiercel.mapreduce.} and each bad value */
    static Settings own(Configuration conf) throws ConfigException {
        Map<String, String> entries = new HashMap<>();
        conf.getPropsWithPrefix(PREFIX).forEach((name, value) -> entries.put(PREFIX + name, value));
        return ALL.read(entries);
    }

    /** Others' keys under {@code tiercel.} are not looked at. */
    static Settings shared(Configuration conf) throws ConfigException {
        Map<String, String> entries = new HashMap<>();
        for (Key<?> key : SHARED.keys()) {
            String value = conf.get(key.name());
            if (value != null) {
                entries.put(key.name(), value);
            }
        }
        return SHARED.read(entries);
    }

    /** The cost of reading from each tier, in Trident's proportion to the network. */
    static CostModel costs(Settings own) {
        Map<Tier, Double> scores = new EnumMap<>(Tier.class);
        SCORES.forEach((tier, key) -> scores.put(tier, own.get(key)));
        CostModel trident = CostModel.trident();
        return new CostModel((node, tier) -> scores.get(tier), trident.c1(), trident.c2(), trident.c0());
    }
}
