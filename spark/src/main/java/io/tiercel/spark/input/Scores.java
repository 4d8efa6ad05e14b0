package io.tiercel.spark.input;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.TierScores;
import io.tiercel.config.Settings;
import io.tiercel.hdfs.HostRegistry;
import io.tiercel.model.Tier;
import io.tiercel.spark.TiercelKeys;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** What reading from the tiers of each node costs, as the user has set it. */
public final class Scores {
    private final Map<Tier, Double> usual = new EnumMap<>(Tier.class);
    private final Map<String, Map<Tier, Double>> byHost = new HashMap<>();
    private final double c0;
    private final double c1;
    private final double c2;

    /** @throws IllegalArgumentException with one clear line, if a key of a node's score names no host or no tier */
    public Scores(Settings settings) {
        usual.put(Tier.MEMORY, settings.get(TiercelKeys.SCORE_MEMORY));
        usual.put(Tier.SSD, settings.get(TiercelKeys.SCORE_SSD));
        usual.put(Tier.HDD, settings.get(TiercelKeys.SCORE_HDD));
        usual.put(Tier.REMOTE, settings.get(TiercelKeys.SCORE_REMOTE));
        settings.family(TiercelKeys.SCORE_OF_NODE).forEach((name, score) -> {
            int dot = Math.max(0, name.lastIndexOf('.'));
            byHost.computeIfAbsent(name.substring(0, dot), host -> new EnumMap<>(Tier.class))
                    .put(tier(name, name.substring(dot)), score);
        });
        c0 = settings.get(TiercelKeys.C0);
        c1 = settings.get(TiercelKeys.C1);
        c2 = settings.get(TiercelKeys.C2);
    }

    private static Tier tier(String name, String suffix) {
        return Arrays.stream(Tier.values())
                .filter(tier -> name.length() > suffix.length()
                        && suffix.equals("." + tier.name().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("spark.tiercel.score.node." + name
                        + ": expected spark.tiercel.score.node.<host>.<memory, ssd, hdd or remote>"));
    }

    /** The cost model over places, each of which is or stands on a node of {@code hosts}. */
    public CostModel model(HostRegistry hosts, IntUnaryOperator nodeOf) {
        Map<Integer, Map<Tier, Double>> byNode = new HashMap<>();
        byHost.forEach((host, scores) -> byNode.put(hosts.node(host), scores));
        TierScores scores = (place, tier) ->
                byNode.getOrDefault(nodeOf.applyAsInt(place), usual).getOrDefault(tier, usual.get(tier));
        return new CostModel(scores, c1, c2, c0);
    }
}
