package io.tiercel.spark.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.util.JsonProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Spark writes of our events into its event log, and reads again. */
final class EventLogTest {
    /** Its gap is infinite, and no task has started. */
    private static final DeviceReads PLANNED_NOTHING = new DeviceReads(
            TiercelEvent.VERSION,
            1,
            0,
            true,
            0,
            1,
            new DeviceReads.PlanMade(0, 0, 1, 0, Double.POSITIVE_INFINITY),
            null,
            List.of(),
            0,
            0,
            1,
            TimeSeries.NONE,
            TimeSeries.NONE,
            List.of(),
            List.of(),
            0);

    static List<TiercelEvent> events() {
        return List.of(
                SampleEvents.reads(3, true),
                SampleEvents.planned(3, 4),
                SampleEvents.outcomes(3, 4, true),
                SamplePlans.reads(3, 50, true),
                PLANNED_NOTHING,
                new CoordinatorChanged(
                        1, 1_700_000_000_000L, "master:7411", false, "cannot be reached: \"<refused>\""));
    }

    @ParameterizedTest
    @MethodSource("events")
    void comesBackAsItWasWritten(TiercelEvent event) {
        String json = JsonProtocol.sparkEventToJsonString(event);

        assertThat(json)
                .startsWith("{\"Event\":\"" + event.getClass().getName() + "\"")
                .contains("\"version\":" + event.version());
        assertThat(JsonProtocol.sparkEventFromJson(json)).isEqualTo(event);
    }

    @ParameterizedTest
    @MethodSource("events")
    void whatALaterVersionAddsIsPassedOver(TiercelEvent event) {
        String json = JsonProtocol.sparkEventToJsonString(event)
                .replace("\"version\":" + event.version(), "\"version\":9,\"colour\":{\"red\":[1]}");

        assertThat(((TiercelEvent) JsonProtocol.sparkEventFromJson(json)).version())
                .isEqualTo(9);
    }

    /** Version 2 had no summary. */
    @Test
    void readsOfOldEventLogsAreKnownAsSuch() {
        String json = "{\"Event\":\"" + StageReads.class.getName() + "\",\"version\":2,\"stage\":3,\"attempt\":0,"
                + "\"name\":\"count\",\"policy\":\"trident\",\"tasks\":1,\"launched\":1,\"bestHits\":1,\"over\":true}";

        assertThat(((StageReads) JsonProtocol.sparkEventFromJson(json)).hasSummary())
                .isFalse();
        assertThat(SampleEvents.reads(1, true).hasSummary()).isTrue();
    }

    @Test
    void onlyWhatIsFinalIsLogged() {
        assertThat(SampleEvents.reads(1, true).logEvent()).isTrue();
        assertThat(SampleEvents.reads(1, false).logEvent()).isFalse();
        assertThat(SampleEvents.outcomes(1, 1, false).logEvent()).isFalse();
        assertThat(SamplePlans.reads(1, 50, false).logEvent()).isFalse();
        assertThat(SamplePlans.reads(1, 50, true).logEvent()).isTrue();
        assertThat(SampleEvents.planned(1, 1).logEvent()).isTrue();
    }
}
