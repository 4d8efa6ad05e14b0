package io.tiercel.spark.input;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.MeasuredScores;
import io.tiercel.assign.TierScores;
import io.tiercel.config.Settings;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.spark.TiercelKeys;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** The scores of the tiers of each node, as set by the user or as measured from devices. Thread-safe. */
public final class ScoreTable {
    /** Scores of nodes without scores of their own. Those that the user has set do not change. */
    private volatile MeasuredScores usual;

    private final Map<String, Map<Tier, Double>> byHost;
    private final double c0;
    private final double c1;
    private final double c2;

    /** @throws IllegalArgumentException with one line, if the key of a node's score names no host or no tier */
    public ScoreTable(Settings settings) {
        Map<Tier, Double> scores = new EnumMap<>(Tier.class);
        Set<Tier> fixed = EnumSet.noneOf(Tier.class);
        TiercelKeys.SCORES.forEach((tier, key) -> {
            scores.put(tier, settings.get(key));
            settings.find(key).ifPresent(set -> fixed.add(tier));
        });
        byHost = new HashMap<>();
        settings.family(TiercelKeys.SCORE_OF_NODE).forEach((name, score) -> {
            int dot = Math.max(0, name.lastIndexOf('.'));
            byHost.computeIfAbsent(name.substring(0, dot), host -> new EnumMap<>(Tier.class))
                    .put(tier(name, name.substring(dot)), score);
        });
        c0 = settings.get(TiercelKeys.C0);
        c1 = settings.get(TiercelKeys.C1);
        c2 = settings.get(TiercelKeys.C2);
        usual = new MeasuredScores(scores, fixed, settings.get(TiercelKeys.SCORE_UNIT), Math.max(2, c1 - 1));
    }

    private ScoreTable(ScoreTable other) {
        usual = other.usual;
        byHost = other.byHost;
        c0 = other.c0;
        c1 = other.c1;
        c2 = other.c2;
    }

    /** A copy that later measurements do not change. */
    ScoreTable asOfNow() {
        return new ScoreTable(this);
    }

    /**
     * Adapts the scores to measured devices.
     *
     * @return the changes as text; empty if there are none
     */
    public synchronized String measured(List<MeasuredScores.Device> devices) {
        MeasuredScores before = usual;
        MeasuredScores now = before.with(devices);
        if (now == before) {
            return "";
        }
        usual = now;
        return TiercelKeys.SCORES.keySet().stream()
                .filter(tier -> now.score(tier) != before.score(tier))
                .map(tier ->
                        String.format(Locale.ROOT, "%s %.0f (%.0f before)", tier, now.score(tier), before.score(tier)))
                .collect(Collectors.joining(", "));
    }

    private static Tier tier(String name, String suffix) {
        return Arrays.stream(Tier.values())
                .filter(tier -> name.length() > suffix.length()
                        && suffix.equals("." + tier.name().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("spark.tiercel.score.node." + name
                        + ": expected spark.tiercel.score.node.<host>.<memory, ssd, hdd or remote>"));
    }

    /** The cost model over places. Each place is a node of {@code hosts}, or an executor on one. */
    public CostModel model(HostRegistry hosts, IntUnaryOperator nodeOf) {
        Map<Integer, Map<Tier, Double>> byNode = new HashMap<>();
        byHost.forEach((host, scores) -> byNode.put(hosts.node(host), scores));
        MeasuredScores others = usual;
        TierScores scores = (place, tier) -> {
            Double own = byNode.getOrDefault(nodeOf.applyAsInt(place), Map.of()).get(tier);
            return own != null ? own : others.score(tier);
        };
        return new CostModel(scores, c1, c2, c0);
    }

    /** The scores of nodes without scores of their own, as planners of prefetches take them. */
    ReadScores readScores(HostRegistry hosts) {
        return ReadScores.of(model(hosts, place -> -1), 0);
    }
}
