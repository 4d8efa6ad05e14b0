package io.tiercel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.memory.PlanCommand.AnnouncementText;
import io.tiercel.client.Announcement;
import io.tiercel.client.Announcement.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnnouncementTextTest {
    private static final Instant NOW = Instant.parse("2027-01-31T03:00:00Z");
    private static final Instant NEEDED = Instant.parse("2027-01-31T05:00:00Z");
    private static final Part NONE = new Part(0, 0);

    private static AnnouncementText text(Part inTime, Part late, Part stuck, Optional<Instant> last, Duration kept) {
        return new AnnouncementText(
                "nightly",
                new Announcement(NEEDED, new Part(1, 1 << 20), inTime, late, stuck, last, kept, List.of()),
                NOW);
    }

    @Test
    void saysWhatWasAskedAndWhenItIsThere() {
        AnnouncementText text =
                text(new Part(2, 2 << 20), NONE, NONE, Optional.of(NOW.plusSeconds(90)), Duration.ofHours(3));

        assertThat(text.summary())
                .contains("nightly: 3 blocks, 3 MiB, needed at 2027-01-31T05:00:00Z (in 2h): 1 in memory already, 2"
                        + " expected by 2027-01-31T03:01:30Z (in 1m30s); kept for 3h");
        assertThat(text.objections()).isEmpty();
    }

    @Test
    void saysWhatIsLateAndByHowMuch() {
        AnnouncementText text =
                text(NONE, new Part(1, 1 << 20), NONE, Optional.of(NEEDED.plusMillis(61_001)), Duration.ofHours(3));

        assertThat(text.objections())
                .containsExactly("not in time: 1 block, 1 MiB: expected up to 1m2s later than needed");
    }

    @Test
    void saysWhatThereIsNoRoomFor() {
        assertThat(text(NONE, NONE, new Part(2, 2 << 20), Optional.empty(), Duration.ofHours(3))
                        .objections())
                .singleElement()
                .asString()
                .startsWith("not in time: 2 blocks, 2 MiB: no room");
    }

    @Test
    void saysThatItIsNotKeptForSoLong() {
        assertThat(text(NONE, NONE, NONE, Optional.empty(), Duration.ofHours(1)).objections())
                .singleElement()
                .asString()
                .startsWith("not kept until then: the coordinator keeps it for 1h at most");
    }
}
