package io.tiercel.hdfs.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Hadoop writes all alternatives of a glob out, each with all that stands beside its braces. */
class GlobPathTest {
    private static String alternatives(int count) {
        return IntStream.range(0, count).mapToObj(each -> "x/" + each).collect(Collectors.joining(",", "/{", "}"));
    }

    @Test
    void alternativesWithSlashesAreWrittenOut() {
        assertThat(GlobPath.expand("/d/{a/b,c}/*.orc"))
                .extracting(GlobPath::components)
                .containsExactly(List.of("d", "a", "b", "*.orc"), List.of("d", "c", "*.orc"));
        assertThat(GlobPath.expand(alternatives(100))).hasSize(100);
    }

    @Test
    void manyAlternativesAreRefused() {
        assertThatThrownBy(() -> GlobPath.expand("/{a/1,b/2}".repeat(10)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("its braces stand for more than 1000 paths");
    }

    @Test
    void fewLongAlternativesAreRefused() {
        String tooLong =
                alternatives(200) + "/" + "A".repeat(7_000 - alternatives(200).length() - 1);

        assertThatThrownBy(() -> GlobPath.expand(tooLong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("its braces stand for more than 142 paths of up to 7000 characters: /{x/0,")
                .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void aPathThatHdfsWouldNotCreateIsNotLookedAt() {
        String most = "/" + "A".repeat(7_999);
        assertThat(new PathSelection(most, List.of()).path()).isEqualTo(most);
        assertThatThrownBy(() -> new PathSelection("/{x/1,x/2}/" + "A".repeat(16 << 20), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("path: expected at most 8000 characters, got " + ((16 << 20) + 11));
    }
}
