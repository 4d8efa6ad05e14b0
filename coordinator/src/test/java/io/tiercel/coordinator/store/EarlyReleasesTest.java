package io.tiercel.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.migrate.ledger.JobId;
import io.tiercel.protocol.Range;
import io.tiercel.protocol.Selection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EarlyReleasesTest {
    private static final ReleasedData ALL = new ReleasedData(List.of());

    /** Room for 800 releases of everything, and for 100 of one user. */
    private final EarlyReleases releases = new EarlyReleases(800 * ALL.bytes());

    private static JobId job(String user, int number) {
        return new JobId(user, "job" + number);
    }

    private static Selection path(String path) {
        return Selection.newBuilder().setPath(path).build();
    }

    private long kept(String user) {
        return IntStream.range(0, 1_000)
                .filter(i -> !releases.of(job(user, i)).isEmpty())
                .count();
    }

    @Test
    void oneUserHasAnEighthOfTheRoom() {
        for (int user = 0; user < 10; user++) {
            for (int i = 0; i < 1_000; i++) {
                releases.add(job("user" + user, i), ALL);
            }
            assertThat(kept("user" + user)).isEqualTo(user < 8 ? 100 : 0);
        }
    }

    @Test
    void aReleaseOfEverythingStandsForAllOthersOfItsJob() {
        JobId job = job("alice", 0);
        for (int i = 0; i < 20; i++) {
            releases.add(job, new ReleasedData(List.of(path("/" + i))));
        }
        assertThat(releases.of(job)).hasSize(20);

        releases.add(job, ALL);
        assertThat(releases.of(job)).containsExactly(ALL);
        releases.add(job, new ReleasedData(List.of(path("/a"))));
        releases.add(job, new ReleasedData(List.of()));
        assertThat(releases.of(job)).containsExactly(ALL);

        for (int i = 1; i < 1_000; i++) {
            releases.add(job("alice", i), ALL);
        }
        assertThat(kept("alice")).as("no others take room").isEqualTo(100);
    }

    @Test
    void aPathOfAFewCharactersTakesHundredsOfBytes() {
        List<Selection> paths =
                IntStream.range(0, 1_000).mapToObj(i -> path("/" + i)).toList();
        assertThat(new ReleasedData(paths).bytes()).isGreaterThan(300_000);
        Selection parts = Selection.newBuilder()
                .setPath("/f")
                .addAllRanges(IntStream.range(0, 1_000)
                        .mapToObj(i ->
                                Range.newBuilder().setOffset(i).setLength(1).build())
                        .toList())
                .build();
        assertThat(new ReleasedData(List.of(parts)).bytes())
                .as("each range is a message")
                .isGreaterThan(50_000);
    }
}
