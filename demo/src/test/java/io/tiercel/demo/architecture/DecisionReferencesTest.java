package io.tiercel.demo.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that each decision that sources name exists: they point a reader to its page. */
final class DecisionReferencesTest {
    private static final Path HOME = Path.of(System.getProperty("tiercel.home"));
    /** A reference may go on in the next line of a comment. */
    private static final Pattern REFERENCE =
            Pattern.compile("[Dd]ecisions?[\\s*/]+([0-9]{4})(?:[\\s*/]+and[\\s*/]+([0-9]{4}))?");

    private static final Pattern SOURCE = Pattern.compile(".*\\.(java|scala|yaml|html|js|proto)");

    @Test
    void sourcesNameDecisionsThatExist() throws IOException {
        Set<String> decisions;
        try (Stream<Path> pages = Files.list(HOME.resolve("docs/decisions"))) {
            decisions = pages.map(page -> page.getFileName().toString().split("-")[0])
                    .collect(Collectors.toSet());
        }
        try (Stream<Path> modules = Files.list(HOME)) {
            List<Path> sources = modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList();
            for (Path root : sources) {
                try (Stream<Path> files = Files.walk(root)) {
                    for (Path file : files.filter(
                                    file -> SOURCE.matcher(file.toString()).matches())
                            .filter(Files::isRegularFile)
                            .toList()) {
                        assertThat(references(Files.readString(file)))
                                .as("decisions that %s names", HOME.relativize(file))
                                .isSubsetOf(decisions);
                    }
                }
            }
        }
    }

    private static Set<String> references(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .flatMap((MatchResult match) -> Stream.of(match.group(1), match.group(2)))
                .filter(number -> number != null)
                .collect(Collectors.toSet());
    }
}
