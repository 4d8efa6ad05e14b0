package io.tiercel.spark.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.spark.LogLines;
import io.tiercel.spark.TiercelKeys;
import io.tiercel.spark.memory.ClusterMemory;
import io.tiercel.spark.memory.ClusterMemory.DeviceSpeed;
import io.tiercel.spark.memory.ClusterMemory.NodeMemory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MeasuredScoreUpdaterTest {
    private final HostRegistry hosts = new HostRegistry();
    private final int n1 = hosts.node("n1");
    private Optional<ClusterMemory> cluster = Optional.empty();
    private long now = Long.MAX_VALUE - 5;
    private int asked;

    @AfterEach
    void close() {
        hosts.close();
    }

    private static ScoreTable scores(Map<String, String> settings) {
        try {
            return new ScoreTable(TiercelKeys.ALL.read(settings));
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        }
    }

    private MeasuredScoreUpdater following(ScoreTable scores) {
        return new MeasuredScoreUpdater(
                () -> {
                    asked++;
                    return CompletableFuture.completedFuture(cluster);
                },
                scores,
                () -> now);
    }

    private void measured(double ssd, double hdd) {
        cluster = Optional.of(new ClusterMemory(
                List.of(new NodeMemory(
                        n1, 0, List.of(new DeviceSpeed(Tier.SSD, ssd, 0), new DeviceSpeed(Tier.HDD, hdd, 0)))),
                0,
                1,
                false));
    }

    private double cost(ScoreTable scores, Tier tier) {
        Block block = new Block(1, List.of(new Replica(n1, tier)));
        Task task = Task.reading(block);
        return scores.model(hosts, place -> place).price(task, node -> 0).nodeCost(0) / 1000.0;
    }

    @Test
    void scoresFollowAndOneLineSaysSo() {
        ScoreTable scores = scores(Map.of());
        MeasuredScoreUpdater following = following(scores);
        try (LogLines log = LogLines.of(MeasuredScoreUpdater.class)) {
            following.look();
            assertThat(cost(scores, Tier.HDD)).as("no coordinator").isEqualTo(20);

            now += 10_000_000_000L;
            measured(1_600 << 20, 100 << 20);
            following.look();
            measured(1_500 << 20, 102 << 20);
            following.look();
            now += 10_000_000_000L;
            following.look();

            assertThat(asked).as("not more often than every ten seconds").isEqualTo(3);
            assertThat(cost(scores, Tier.SSD)).isEqualTo(2);
            assertThat(cost(scores, Tier.HDD)).isEqualTo(32);
            assertThat(log.lines())
                    .containsExactly(
                            "INFO Tiercel: agents have measured new device speeds; tier scores for stages from now on: "
                                    + "SSD 2 (8 before), HDD 32 (20 before)");
        }
    }

    @Test
    void aSettingWithoutACoordinatorIsSaid() throws ConfigException {
        Settings settings = TiercelKeys.ALL.read(Map.of("spark.tiercel.score.from-agents", "true"));
        try (LogLines log = LogLines.of(MeasuredScoreUpdater.class)) {
            assertThat(MeasuredScoreUpdater.of(settings, Optional.empty(), new ScoreTable(settings)))
                    .isEmpty();
            assertThat(log.lines())
                    .containsExactly("WARN Tiercel: spark.tiercel.score.from-agents needs a coordinator "
                            + "(spark.tiercel.coordinator); scores stay fixed");
        }
        assertThat(MeasuredScoreUpdater.of(TiercelKeys.ALL.read(Map.of()), Optional.empty(), scores(Map.of())))
                .isEmpty();
    }

    @Test
    void whatIsSetStays() {
        ScoreTable scores = scores(Map.of("spark.tiercel.score.hdd", "17", "spark.tiercel.score.node.n1.ssd", "5"));
        measured(1_600 << 20, 100 << 20);
        following(scores).look();

        assertThat(cost(scores, Tier.HDD)).isEqualTo(17);
        assertThat(cost(scores, Tier.SSD)).isEqualTo(5);
    }
}
