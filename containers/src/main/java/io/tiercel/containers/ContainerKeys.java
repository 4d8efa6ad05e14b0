package io.tiercel.containers;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.TierScores;
import io.tiercel.config.ConfigException;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.config.Settings;
import io.tiercel.hdfs.HadoopKeys;
import io.tiercel.model.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** The keys of an engine whose tasks run in YARN's containers, under the engine's prefix; and those that all such engines share. */
public final class ContainerKeys {
    private static final String SINCE = "0.1.0";

    /** The value of key {@code prefetch} that asks for nothing. */
    private static final String NO_PREFETCH = "none";

    /** The value of key {@code prefetch} that asks for all input. */
    static final String PREFETCH_ALL = "all";

    public static final Key<String> RECORD_DIR = Key.optional(
            "tiercel.record.dir",
            KeyType.text("a directory of any file system of Hadoop"),
            "Directory for decision records, in one file for each attempt of an application (decisions-<attempt>.jsonl; in Tez one for each"
                    + " DAG, decisions-<attempt>_dag_<number>.jsonl). A path"
                    + " without a scheme belongs to the default file system.",
            SINCE);

    /** Keys without an engine's name, in the order of the reference. */
    public static final KeySet SHARED = new KeySet("tiercel.", List.of(HadoopKeys.COORDINATOR, RECORD_DIR));

    /**
     * The words of the keys' descriptions.
     *
     * @param name the engine
     * @param job its unit of work
     * @param tasks the tasks that are assigned, in the plural
     * @param requests when its input is requested
     * @param lastWait for what its first containers wait last, beside locations; empty for nothing
     */
    public record Engine(String name, String job, String tasks, String requests, String lastWait) {}

    private final String prefix;
    private final Key<String> policy;
    private final Map<Tier, Key<Double>> scores;
    private final Key<Duration> locateBudget;
    private final Key<String> job;
    private final Key<String> prefetch;

    /** @param prefix of the engine's keys, with the dot at its end */
    public ContainerKeys(String prefix, Engine engine) {
        this.prefix = prefix;
        this.policy = Key.of(
                prefix + "policy",
                KeyType.oneOf(AssignmentPolicies.names()),
                AssignmentPolicies.ofSingleRounds().name(),
                "The policy that assigns %s to the containers of a heartbeat. With stock %s's own code decides. With tiercel a plan of"
                                .formatted(engine.tasks(), engine.name())
                        + " all reads decides, which knows crowded devices.",
                SINCE);
        EnumMap<Tier, Key<Double>> byTier = new EnumMap<>(Tier.class);
        byTier.put(Tier.MEMORY, score(Tier.MEMORY, "Score of reading from memory."));
        byTier.put(Tier.SSD, score(Tier.SSD, "Score of reading from an SSD."));
        byTier.put(Tier.HDD, score(Tier.HDD, "Score of reading from an HDD."));
        byTier.put(
                Tier.REMOTE,
                score(Tier.REMOTE, "Score of reading storage that no node of the cluster has (PROVIDED)."));
        this.scores = Collections.unmodifiableMap(byTier);
        this.locateBudget = Key.of(
                prefix + "locate.budget",
                KeyType.duration(Duration.ofSeconds(10)),
                "1s",
                "How long the %s's first containers wait at most, in all: for the locations of its input, then for the coordinator's first answer%s. Later answers are used from the next heartbeat on."
                        .formatted(engine.job(), engine.lastWait()),
                SINCE);
        this.job = Key.optional(
                prefix + "job",
                KeyType.text("a name"),
                "The %1$s's name at the coordinator. It takes over what tiercel prefetch --job requested under that name, until it has read the data or ends. Not set: the %1$s's id."
                        .formatted(engine.job()),
                SINCE);
        this.prefetch = Key.of(
                prefix + "prefetch",
                KeyType.oneOf(List.of(NO_PREFETCH, PREFETCH_ALL)),
                NO_PREFETCH,
                "The input to bring into memory %s: none, or all that there is room for. Needs tiercel.coordinator."
                        .formatted(engine.requests()),
                SINCE);
    }

    private Key<Double> score(Tier tier, String doc) {
        return Key.of(
                prefix + "score." + tier.name().toLowerCase(Locale.ROOT),
                KeyType.decimal(0, CostModel.MAX_SCORE),
                Long.toString(Math.round(TierScores.TRIDENT.score(0, tier))),
                doc,
                SINCE);
    }

    /** All keys under the prefix, in the order of the reference; the engine's further ones come last. */
    public KeySet with(Key<?>... further) {
        List<Key<?>> all = new ArrayList<>();
        all.add(policy);
        all.addAll(scores.values());
        all.addAll(List.of(locateBudget, job, prefetch));
        all.addAll(Arrays.asList(further));
        return new KeySet(prefix, all);
    }

    /**
     * Combines the engine's settings, which are read, with the shared keys.
     *
     * @param prefers whether the job sends its preferences for containers
     * @throws ConfigException with one line for each bad value of a shared key; others' keys under {@code tiercel.} are not looked at
     */
    public ContainerSettings settings(Settings own, Configuration conf, boolean prefers) throws ConfigException {
        Settings shared = HadoopKeys.readOnly(SHARED, conf);
        ContainerSettings.Memory memory = shared.find(HadoopKeys.COORDINATOR)
                .map(coordinator -> new ContainerSettings.Memory(
                        coordinator,
                        own.find(job).orElse(null),
                        own.get(prefetch).equals(PREFETCH_ALL),
                        prefers))
                .orElse(null);
        return new ContainerSettings(
                AssignmentPolicies.named(own.get(policy)),
                costs(own),
                own.get(locateBudget),
                shared.find(RECORD_DIR).orElse(null),
                memory);
    }

    /** The cost of reading from each tier, in Trident's proportion to the network. */
    private CostModel costs(Settings own) {
        Map<Tier, Double> byTier = new EnumMap<>(Tier.class);
        scores.forEach((tier, key) -> byTier.put(tier, own.get(key)));
        CostModel trident = CostModel.trident();
        return new CostModel((node, tier) -> byTier.get(tier), trident.c1(), trident.c2(), trident.c0());
    }
}
