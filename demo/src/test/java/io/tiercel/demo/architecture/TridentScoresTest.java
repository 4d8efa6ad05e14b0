package io.tiercel.demo.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that Trident's scores by tier stand in {@code TierScores} and {@code CostModel} alone; all others ask these. */
final class TridentScoresTest {
    private static final List<String> HOME_OF_SCORES = List.of("TierScores.java", "CostModel.java");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

    /** SSD's and HDD's score side by side (not {@code 8 << 20}, which is a size), or the default of a key of scores. */
    private static final Pattern SCORES =
            Pattern.compile("\\b8\\b(?!\\s*<<)[^;{}]{0,40}\\b20\\b|score\\(\\s*\"\\w+\",\\s*\"\\d+\"");

    @Test
    void scoresStandInOnePlace() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(System.getProperty("tiercel.home")))) {
            for (Path root : modules.map(module -> module.resolve("src/main"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(root)) {
                    for (Path file : files.filter(each -> each.toString().matches(".*\\.(java|scala)"))
                            .filter(each ->
                                    !HOME_OF_SCORES.contains(each.getFileName().toString()))
                            .toList()) {
                        String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
                        assertThat(SCORES.matcher(code).find())
                                .as("%s holds scores of its own", file)
                                .isFalse();
                    }
                }
            }
        }
    }
}
