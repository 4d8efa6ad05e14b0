package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.record.StageSummary.SchedulingTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StageSummariesTest {
    private static final StageSummary SUMMARY = new StageSummary(
            "app-1",
            3,
            1,
            "text at \"Job\".scala:7",
            "trident",
            9,
            new StageSummary.Reads(
                    9,
                    Map.of(ReadPlace.SSD, 8, ReadPlace.HDD, 1),
                    Map.of(ReadPlace.SSD, 7, ReadPlace.HDD, 1, ReadPlace.RACK, 1),
                    8),
            new SchedulingTime(120, 3_400, 5, 250));

    @Test
    void readsWhatItWrites() throws MalformedRecordException {
        assertThat(StageSummaries.parse(StageSummaries.line(SUMMARY))).isEqualTo(SUMMARY);
    }

    @Test
    void namesEveryPlaceAndStaysInOneLine() {
        assertThat(StageSummaries.line(SUMMARY))
                .doesNotContain("\n")
                .contains(
                        "\"possible\":{\"PROCESS\":0,\"MEMORY\":0,\"SSD\":8,\"HDD\":1,\"RACK\":0,\"REMOTE\":0,\"UNKNOWN\":0}")
                .contains(
                        "\"schedulingMicrosMedian\":120,\"schedulingMicrosMax\":3400,\"rounds\":5,\"heldMillis\":250");
    }

    @Test
    void passesOverKeysAndPlacesOfLaterVersions() throws MalformedRecordException {
        String later = StageSummaries.line(SUMMARY)
                .replace("{\"PROCESS\":0", "{\"NVME\":0,\"PROCESS\":0")
                .replace("\"tasks\"", "\"later\":[1],\"tasks\"");

        assertThat(StageSummaries.parse(later)).isEqualTo(SUMMARY);
    }

    @Test
    void isRecognizedAlsoInOlderFiles() throws MalformedRecordException {
        String line = StageSummaries.line(SUMMARY);
        String older = line.replace("\"record\":\"stage\",", "");

        assertThat(line).startsWith("{\"version\":1,\"record\":\"stage\",");
        assertThat(older).doesNotContain("record");
        assertThat(RecordKind.of(line)).isEqualTo(RecordKind.STAGE);
        assertThat(RecordKind.of(older)).isEqualTo(RecordKind.STAGE);
        assertThat(StageSummaries.parse(older)).isEqualTo(SUMMARY);
        assertThat(RecordKind.of("{\"names\":[\"happened\"],\"racks\":[0]}")).isEqualTo(RecordKind.ROUND);
    }

    @Test
    void saysWhatIsMissing() {
        String without = StageSummaries.line(SUMMARY).replace("\"rounds\"", "\"circles\"");

        assertThatThrownBy(() -> StageSummaries.parse(without))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessage("expected a key 'rounds', which is not there");
    }
}
