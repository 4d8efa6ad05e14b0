package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoordinatorSettingsTest {
    @Test
    void everythingHasADefault() throws Exception {
        CoordinatorSettings settings = CoordinatorSettings.read(Map.of());

        assertThat(settings.address().getPort()).isEqualTo(7411);
        assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.state().binder()).isEqualTo("dyrs");
    }

    @Test
    void theHeapBoundsWhatIsHinted() throws Exception {
        assertThat(CoordinatorSettings.read(Map.of(), 1L << 30).state().heapBytes())
                .isEqualTo((1L << 30) / 10);
        assertThat(CoordinatorSettings.read(Map.of("tiercel.coordinator.heap.share", "0.25"), 1L << 30)
                        .state()
                        .heapBytes())
                .isEqualTo(1L << 28);
    }

    @Test
    void theHostToListenOnMayDiffer() throws Exception {
        CoordinatorSettings settings = CoordinatorSettings.read(Map.of(
                "tiercel.coordinator.address", "master.example:7000", "tiercel.coordinator.bind-host", "0.0.0.0"));

        assertThat(settings.address().getHostString()).isEqualTo("0.0.0.0");
        assertThat(settings.address().getPort()).isEqualTo(7000);
    }

    @Test
    void anAgentMayMissOneReport() throws Exception {
        assertThatThrownBy(() -> CoordinatorSettings.read(
                        Map.of("tiercel.coordinator.agent.lease", "1ms", "tiercel.coordinator.interval", "1s")))
                .hasMessage("tiercel.coordinator.agent.lease: expected at least twice tiercel.coordinator.interval,"
                        + " 2000ms, got 1ms");
        assertThat(CoordinatorSettings.read(
                                Map.of("tiercel.coordinator.agent.lease", "2s", "tiercel.coordinator.interval", "1s"))
                        .agentLease())
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aBadKeyIsOneLine() {
        assertThatThrownBy(() -> CoordinatorSettings.read(Map.of("tiercel.coordinator.adress", "x")))
                .hasMessage("tiercel.coordinator.adress: no such key under tiercel.coordinator.;"
                        + " did you mean tiercel.coordinator.address?");
        assertThatThrownBy(() -> CoordinatorSettings.read(Map.of("tiercel.coordinator.address", "nowhere")))
                .hasMessage("tiercel.coordinator.address: expected HOST:PORT, got 'nowhere'");
    }
}
