package io.tiercel.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.memory.CurveUpdater;
import io.tiercel.hdfs.memory.DeviceCurves;
import io.tiercel.hdfs.memory.DeviceCurves.DeviceCurve;
import io.tiercel.model.ReadCurve;
import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.ApplicationDevices;
import io.tiercel.spark.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class CurveUpdaterTest {
    private static final DeviceCurves MEASURED = new DeviceCurves(
            Map.of(1, new DeviceCurve(Tier.SSD, new ReadCurve(1 << 20, 2 << 20, 0))), Optional.empty());

    private final List<CompletableFuture<Optional<DeviceCurves>>> asked = new ArrayList<>();
    private final ApplicationDevices devices = new ApplicationDevices();
    private long now = Long.MAX_VALUE - 5;
    private final CurveUpdater updater = new CurveUpdater(
            () -> {
                CompletableFuture<Optional<DeviceCurves>> answer = new CompletableFuture<>();
                asked.add(answer);
                return answer;
            },
            devices,
            () -> now);

    private void pass(long millis) {
        now += Duration.ofMillis(millis).toNanos();
    }

    private void answer(Optional<DeviceCurves> curves) {
        asked.get(asked.size() - 1).complete(curves);
    }

    @Test
    void asksEveryHalfMinute() {
        updater.look();
        updater.look();
        assertThat(asked).hasSize(1);
        try (LogLines log = LogLines.of(CurveUpdater.class)) {
            answer(Optional.of(MEASURED));
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("1 SSD with 1 MiB/s for one reader and 2 MiB/s for many");
        }
        pass(29_000);
        updater.look();
        assertThat(asked).hasSize(1);
        pass(1_000);
        updater.look();
        assertThat(asked).hasSize(2);
    }

    @Test
    void asksAgainSoonWhileThereIsNothing() {
        updater.look();
        answer(Optional.empty());
        pass(5_000);
        updater.look();
        assertThat(asked).hasSize(2);
        answer(Optional.of(new DeviceCurves(Map.of(), Optional.empty())));
        pass(5_000);
        updater.look();
        assertThat(asked).hasSize(3);
    }

    @Test
    void asksMoreRarelyIfAnswersTakeLong() {
        updater.look();
        pass(2_000);
        answer(Optional.of(MEASURED));
        pass(190_000);
        updater.look();
        assertThat(asked).hasSize(1);
        pass(8_000);
        updater.look();
        assertThat(asked).hasSize(2);
    }

    @Test
    void nonsenseCostsOneLine() {
        DeviceCurves nonsense = new DeviceCurves(Map.of(), Optional.of("DS-1 on n1"));
        try (LogLines log = LogLines.of(CurveUpdater.class)) {
            for (int i = 0; i < 3; i++) {
                updater.look();
                answer(Optional.of(nonsense));
                pass(30_000);
            }
            assertThat(asked).hasSize(3);
            assertThat(log.lines()).singleElement().asString().contains("DS-1 on n1");
        }
    }
}
