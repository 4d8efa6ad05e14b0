package io.tiercel.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.MeasuredScores.Device;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MeasuredScoresTest {
    private static final double UNIT = 3_200e6;
    private static final Map<Tier, Double> USUAL =
            Map.of(Tier.MEMORY, 1.0, Tier.SSD, 8.0, Tier.HDD, 20.0, Tier.REMOTE, 100.0);

    private static final MeasuredScores TRIDENT = new MeasuredScores(USUAL, Set.of(), UNIT, 39);

    private static Device ssd(double rate) {
        return new Device(Tier.SSD, rate);
    }

    private static Device hdd(double rate) {
        return new Device(Tier.HDD, rate);
    }

    @Test
    void tridentsDevicesHaveTridentsScores() {
        assertThat(TRIDENT.with(List.of(ssd(400e6), hdd(160e6)))).isSameAs(TRIDENT);
    }

    @Test
    void areOfTheMedianOfTheDevicesMeasured() {
        MeasuredScores scores = TRIDENT.with(List.of(ssd(1_600e6), ssd(0), hdd(100e6), hdd(5e6), hdd(110e6)));

        assertThat(scores.score(Tier.SSD)).isEqualTo(2);
        assertThat(scores.score(Tier.HDD)).isEqualTo(32);
        assertThat(scores.score(Tier.MEMORY)).isEqualTo(1);
        assertThat(scores.score(Tier.REMOTE)).isEqualTo(100);
    }

    @Test
    void stayAsLongAsATierHasNotBeenMeasured() {
        assertThat(TRIDENT.with(List.of(ssd(50e6), hdd(0)))).isSameAs(TRIDENT);
        assertThat(TRIDENT.with(List.of())).isSameAs(TRIDENT);
        assertThat(TRIDENT.with(List.of(hdd(100e6))).score(Tier.HDD)).isEqualTo(32);
    }

    @Test
    void ofSlowDevicesKeepTheirProportionBelowTheNetwork() {
        MeasuredScores scores = TRIDENT.with(List.of(ssd(32e6), hdd(8e6)));

        assertThat(scores.score(Tier.SSD)).isEqualTo(10);
        assertThat(scores.score(Tier.HDD)).isEqualTo(39);
    }

    @Test
    void thatTheUserSetStay() {
        MeasuredScores scores =
                new MeasuredScores(USUAL, Set.of(Tier.SSD), UNIT, 39).with(List.of(ssd(1_600e6), hdd(100e6)));

        assertThat(scores.score(Tier.SSD)).isEqualTo(8);
        assertThat(scores.score(Tier.HDD)).isEqualTo(32);
    }

    /** Estimates that go up and down by a tenth about any speed have scores change once, to what the first ones say. */
    @Test
    void doNotFollowNoise() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            double ssd = 50e6 + 2_000e6 * random.nextDouble();
            double hdd = 20e6 + 200e6 * random.nextDouble();
            MeasuredScores scores = TRIDENT;
            int changes = 0;
            for (int look = 0; look < 50; look++) {
                List<Device> devices = new ArrayList<>();
                for (int d = 0; d < 4; d++) {
                    devices.add(ssd(ssd * (0.95 + 0.1 * random.nextDouble())));
                    devices.add(hdd(hdd * (0.95 + 0.1 * random.nextDouble())));
                }
                MeasuredScores next = scores.with(devices);
                changes += next == scores ? 0 : 1;
                scores = next;
                assertThat(scores.score(Tier.HDD)).as("seed " + seed).isBetween(2.0, 39.0);
                assertThat(scores.score(Tier.SSD)).as("seed " + seed).isBetween(2.0, 39.0);
            }
            assertThat(changes).as("seed " + seed).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void sayWhatIsWrong() {
        assertThatThrownBy(() -> hdd(-1)).hasMessage("bytesPerSecond: expected at least 0 and finite, got -1.0");
        assertThatThrownBy(() -> new MeasuredScores(USUAL, Set.of(), UNIT, 1))
                .hasMessage("expected a unit above 0 and a most of at least 2, got 3.2E9 and 1.0");
    }
}
