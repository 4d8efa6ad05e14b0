package io.tiercel.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.migrate.ledger.JobId;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.Range;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.StoredHint;
import io.tiercel.protocol.StoredHints;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DetachedHintsTest {
    private static final JobId JOB = new JobId("alice", "job");

    private long now = 1_000;
    private final DetachedHints hints = new DetachedHints(() -> now);

    private static PrefetchRequest request(String... paths) {
        return PrefetchRequest.newBuilder()
                .addAllData(Stream.of(paths)
                        .map(path -> Selection.newBuilder().setPath(path).build())
                        .toList())
                .setNeededInMillis(500)
                .build();
    }

    private static List<String> paths(StoredHints stored) {
        return stored.getHintsList().stream()
                .map(hint -> hint.getData(0).getPath())
                .toList();
    }

    @Test
    void hintsAreToldOnceAndAgainIfTheyWereNotKept() {
        hints.add(JOB, request("/a"), 100);
        StoredHints stored = hints.takeChanges().orElseThrow();
        assertThat(stored.getHintsList())
                .containsExactly(StoredHint.newBuilder()
                        .setUser("alice")
                        .setJob("job")
                        .addData(Selection.newBuilder().setPath("/a"))
                        .setNeededMillis(1_500)
                        .setLeaseEndsMillis(1_100)
                        .build());
        assertThat(hints.takeChanges()).isEmpty();
        hints.putBack();
        assertThat(hints.takeChanges()).contains(stored);
    }

    @Test
    void whatRunningApplicationsHintIsTheirs() {
        hints.add(JOB, request("/a").toBuilder().setSession(1).build(), 100);
        assertThat(hints.takeChanges()).isEmpty();
    }

    @Test
    void aHintEndsWithItsReleaseOrItsLease() {
        hints.add(JOB, request("/a"), 100);
        hints.add(JOB, request("/b"), 100);
        hints.add(JOB, request("/b"), 300);
        hints.add(new JobId("bob", "job"), request("/c"), 100);
        assertThat(paths(hints.takeChanges().orElseThrow())).containsExactly("/a", "/b", "/c");

        hints.release(JOB, request("/a").getDataList());
        assertThat(paths(hints.takeChanges().orElseThrow())).containsExactly("/b", "/c");
        now += 150;
        assertThat(paths(hints.takeChanges().orElseThrow())).containsExactly("/b");
        hints.renew(JOB, 1_000);
        now += 500;
        assertThat(paths(hints.takeChanges().orElseThrow())).containsExactly("/b");
        hints.release(JOB, List.of());
        assertThat(hints.takeChanges().orElseThrow().getHintsList()).isEmpty();
    }

    @Test
    void whatLiesBelowAReleasedPathIsNotKeptAndTheRestIs() {
        hints.add(JOB, request("/a", "/b/c", "/b", "/bc"), 100);
        hints.takeChanges();
        hints.release(JOB, request("/b/").getDataList());
        assertThat(data(hints.takeChanges().orElseThrow())).containsExactly("/a", "/bc");
        hints.release(JOB, request("/a/part-1").getDataList());
        assertThat(hints.takeChanges()).as("a directory stays whole").isEmpty();
        hints.release(JOB, List.of(range("/a")));
        assertThat(hints.takeChanges()).as("and a file").isEmpty();
        hints.release(JOB, request("/").getDataList());
        assertThat(hints.takeChanges().orElseThrow().getHintsList()).isEmpty();
        hints.add(JOB, PrefetchRequest.newBuilder().addData(range("/f")).build(), 100);
        assertThat(hints.takeChanges()).isPresent();
        hints.release(JOB, List.of(range("/f")));
        assertThat(hints.takeChanges().orElseThrow().getHintsList()).isEmpty();
    }

    private static Selection range(String path) {
        return Selection.newBuilder()
                .setPath(path)
                .addRanges(Range.newBuilder().setLength(10))
                .build();
    }

    private static List<String> data(StoredHints stored) {
        return stored.getHintsList().stream()
                .flatMap(hint -> hint.getDataList().stream())
                .map(Selection::getPath)
                .toList();
    }

    @Test
    void theNextCoordinatorTakesOverWhatStillCounts() {
        hints.add(JOB, request("/a"), 100);
        hints.add(JOB, request("/b"), 1_000);
        StoredHints stored = hints.takeChanges().orElseThrow();
        now += 200;

        DetachedHints next = new DetachedHints(() -> now);
        assertThat(next.load(stored))
                .extracting(kept -> kept.hint().getData(0).getPath())
                .containsExactly("/b");
        next.release(JOB, List.of());
        assertThat(next.takeChanges().orElseThrow().getHintsList()).isEmpty();
    }

    @Test
    void whatIsGivenBackBeforeTheLastCoordinatorsHintsAreReadDoesNotComeBack() {
        hints.add(JOB, request("/a", "/b"), 1_000);
        hints.add(JOB, request("/c"), 1_000);
        hints.add(new JobId("bob", "job"), request("/a"), 1_000);
        StoredHints stored = hints.takeChanges().orElseThrow();

        DetachedHints next = new DetachedHints(() -> now);
        next.release(JOB, request("/a").getDataList());
        next.release(JOB, request("/c").getDataList());
        next.add(JOB, request("/c"), 1_000);
        next.load(stored);
        assertThat(data(next.takeChanges().orElseThrow())).containsExactlyInAnyOrder("/c", "/b", "/a");
        assertThat(next.takeChanges()).isEmpty();
        next.release(new JobId("bob", "job"), List.of());
        assertThat(data(next.takeChanges().orElseThrow())).containsExactlyInAnyOrder("/c", "/b");
    }

    /** As many as one job may keep, and as many as one call may name. */
    @Test
    void manyPathsOfManyAreGivenBack() {
        for (int hint = 0; hint < 500; hint++) {
            int number = hint;
            hints.add(
                    JOB,
                    request(IntStream.range(0, 300)
                            .mapToObj(i -> "/" + number + "/" + i)
                            .toArray(String[]::new)),
                    1_000);
        }
        assertThat(data(hints.takeChanges().orElseThrow())).hasSize(150_000);
        hints.release(
                JOB,
                request(IntStream.range(0, 100_000)
                                .mapToObj(i -> "/" + i % 499 + "/" + i)
                                .toArray(String[]::new))
                        .getDataList());
        assertThat(data(hints.takeChanges().orElseThrow())).hasSize(149_700);
    }

    @Test
    void whatIsTooLongOrTooManyIsNotKept() {
        hints.add(JOB, request("/" + "x".repeat(5_000)), 100);
        assertThat(hints.takeChanges()).isEmpty();
        for (int i = 0; i < 600; i++) {
            hints.add(JOB, request("/" + i), 100);
        }
        assertThat(hints.takeChanges().orElseThrow().getHintsCount()).isEqualTo(500);
        for (int i = 0; i < 1_050; i++) {
            hints.add(new JobId("alice", "job" + i / 100), request("/" + i), 100);
        }
        assertThat(hints.takeChanges().orElseThrow().getHintsCount()).isEqualTo(1_000);
    }

    @Test
    void eachUserHasAShare() {
        for (int user = 0; user < 12; user++) {
            for (int i = 0; i < 1_005; i++) {
                hints.add(new JobId("user" + user, "job" + i / 100), request("/" + i), 100);
            }
            assertThat(hints.takeChanges().map(StoredHints::getHintsCount))
                    .isEqualTo(user < 10 ? Optional.of(1_000 * (user + 1)) : Optional.empty());
        }
        hints.release(new JobId("user0", "job0"), List.of());
        for (int i = 0; i < 200; i++) {
            hints.add(new JobId("user0", "later"), request("/" + i), 500);
        }
        assertThat(hints.takeChanges().orElseThrow().getHintsCount()).isEqualTo(10_000);
        now += 200;
        assertThat(hints.takeChanges().orElseThrow().getHintsCount()).isEqualTo(100);
        for (int i = 0; i < 1_005; i++) {
            hints.add(new JobId("user1", "job" + i / 100), request("/" + i), 100);
        }
        assertThat(hints.takeChanges().orElseThrow().getHintsCount())
                .as("what ended no longer counts")
                .isEqualTo(1_100);
    }
}
