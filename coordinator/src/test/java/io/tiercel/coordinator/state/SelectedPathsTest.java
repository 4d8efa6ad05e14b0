package io.tiercel.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.PathSelection.ByteRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SelectedPathsTest {
    private static SelectedPaths paths(String... paths) {
        return new SelectedPaths(List.of(paths).stream()
                .map(path -> new PathSelection(path, List.of()))
                .toList());
    }

    private static PathSelection ranges(String path, long... offsetsAndLengths) {
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < offsetsAndLengths.length; i += 2) {
            ranges.add(new ByteRange(offsetsAndLengths[i], offsetsAndLengths[i + 1]));
        }
        return new PathSelection(path, ranges);
    }

    @Test
    void aPathIsForItselfAndWhatIsBelow() {
        SelectedPaths paths = paths("/d/e", "/slash/");
        assertThat(paths.isEmpty()).isFalse();
        assertThat(List.of("/d/e", "/d/e/f", "/d/e/f/g", "/slash", "/slash/f"))
                .allMatch(path -> paths.covers(path, 0, 1));
        assertThat(List.of("", "/", "/d", "/d/ef", "/d/f", "/e", "/slashes"))
                .noneMatch(path -> paths.covers(path, 0, 1));
        assertThat(paths("/").covers("/d/e", 0, 1)).isTrue();
        assertThat(paths("/").covers("", 0, 1)).as("a block of no known file").isTrue();
        assertThat(paths().isEmpty()).isTrue();
    }

    @Test
    void aRangeIsForTheBlocksThatItTouches() {
        SelectedPaths paths = new SelectedPaths(
                List.of(ranges("/f", 10, 10), ranges("/f", 40, Long.MAX_VALUE), ranges("/d", 5, 1), whole("/d/all")));
        assertThat(paths.covers("/f", 0, 10)).isFalse();
        assertThat(paths.covers("/f", 0, 11)).isTrue();
        assertThat(paths.covers("/f", 19, 1)).isTrue();
        assertThat(paths.covers("/f", 20, 20)).isFalse();
        assertThat(paths.covers("/f", 1_000, 1)).isTrue();
        assertThat(paths.covers("/d/g", 0, 5)).isFalse();
        assertThat(paths.covers("/d/g", 0, 6)).isTrue();
        assertThat(paths.covers("/d/all", 0, 5)).isTrue();
    }

    private static PathSelection whole(String path) {
        return new PathSelection(path, List.of());
    }

    /** One by one these would be 10,000,000,000 comparisons of paths, and as many of ranges. */
    @Test
    @Timeout(60)
    void manyPathsAndRangesTakeNoLongerForABlockThanFew() {
        List<PathSelection> selections = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            selections.add(whole("/some/directory/with/files/" + i));
            selections.add(ranges("/large", 2L * i, 1));
        }
        SelectedPaths paths = new SelectedPaths(selections);
        for (int i = 0; i < 100_000; i++) {
            assertThat(paths.covers("/some/directory/with/other/files/" + i, 0, 1))
                    .isFalse();
            assertThat(paths.covers("/large", 2L * i + 1, 1)).isFalse();
        }
    }
}
