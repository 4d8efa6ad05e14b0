package io.tiercel.plan.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.ReadCurve;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ApplicationDevicesTest {
    private static final double MB = 1e6;
    private static final int VOLUME = 7;

    private final ApplicationDevices devices = new ApplicationDevices();

    private int device(int volume) {
        return devices.of(0, new Replica(0, Tier.SSD, Residency.NONE, volume));
    }

    private boolean measured(int volume, double one, double most, double loss) {
        return devices.measured(Map.of(volume, new ReadCurve(one, most, loss)));
    }

    private ClusterModel model() {
        return devices.model(() -> new int[1]);
    }

    private Throughput throughput(int device) {
        return model().throughput()[device];
    }

    @Test
    void aMeasuredCurveReplacesTheGuess() {
        int device = device(VOLUME);
        int other = device(8);
        ClusterModel guessed = model();
        assertThat(throughput(device).isMeasured()).isFalse();

        assertThat(measured(VOLUME, 6 * MB, 9 * MB, 0.5)).isTrue();
        assertThat(model()).isNotSameAs(guessed);
        assertThat(throughput(device)).isEqualTo(new Throughput(6 * MB, 9 * MB, 0.5, true));
        assertThat(throughput(other).isMeasured()).isFalse();
        assertThat(model().kindOf()[device])
                .as("what tasks show of guesses says nothing of it")
                .isNotEqualTo(model().kindOf()[other]);
        assertThat(model()).isSameAs(model());
    }

    /** Kinds of a family are expected to be slower than guessed by the same factor. */
    @Test
    void guessedDisksAreAFamilyAndNothingElseIs() {
        int ssd = device(VOLUME);
        int hdd = devices.of(0, new Replica(0, Tier.HDD, Residency.NONE, 8));
        int measured = device(9);
        measured(9, 6 * MB, 6 * MB, 0);
        int memory = devices.memory(0);

        assertThat(family(ssd)).isNotEqualTo(ClusterModel.NO_FAMILY).isEqualTo(family(hdd));
        assertThat(model().kindOf()[ssd]).isNotEqualTo(model().kindOf()[hdd]);
        assertThat(family(measured)).isEqualTo(ClusterModel.NO_FAMILY);
        assertThat(family(memory)).isEqualTo(ClusterModel.NO_FAMILY);
    }

    private int family(int device) {
        return model().familyOf()[model().kindOf()[device]];
    }

    @Test
    void aCurveMayComeBeforeItsDevice() {
        assertThat(measured(VOLUME, 6 * MB, 6 * MB, 0)).isTrue();
        assertThat(throughput(device(VOLUME)).one()).isEqualTo(6 * MB);
    }

    @Test
    void aCurveThatIsNearlyTheSameIsNoNews() {
        int device = device(VOLUME);
        measured(VOLUME, 100 * MB, 100 * MB, 0);
        ClusterModel before = model();
        assertThat(measured(VOLUME, 105 * MB, 106 * MB, 0)).isFalse();
        assertThat(model()).isSameAs(before);
        assertThat(measured(VOLUME, 120 * MB, 120 * MB, 0)).isTrue();
        assertThat(throughput(device).one()).isEqualTo(120 * MB);
        assertThat(measured(VOLUME, 120 * MB, 120 * MB, 0.3)).isTrue();
        assertThat(throughput(device).loss()).isEqualTo(0.3);
    }

    @Test
    void curvesOfDevicesThatNobodyReadsFromChangeNothing() {
        device(VOLUME);
        ClusterModel before = model();
        assertThat(measured(8, MB, MB, 0)).isTrue();
        assertThat(model()).isSameAs(before);
    }

    @Test
    void whatIsNoLongerToldStays() {
        int device = device(VOLUME);
        measured(VOLUME, 6 * MB, 6 * MB, 0);
        assertThat(devices.measured(Map.of())).isFalse();
        assertThat(throughput(device).isMeasured()).isTrue();
    }

    @Test
    void memoryAndDevicesWithoutAVolumeAreGuesses() {
        measured(Replica.NO_VOLUME, 6 * MB, 6 * MB, 0);
        assertThat(throughput(devices.memory(0)).isMeasured()).isFalse();
        assertThat(throughput(device(Replica.NO_VOLUME)).isMeasured()).isFalse();
    }
}
