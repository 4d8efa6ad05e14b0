package io.tiercel.demo.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

final class CommandReferenceTest {
    @Command(name = "x", subcommands = Fetch.class)
    static final class Root {}

    @Command(
            name = "fetch",
            description = {"Fetches *.txt.", "", "Kinds:", "  a  one", "  b  two"},
            footer = {"", "Exit code: 0 for 100%%."},
            mixinStandardHelpOptions = true)
    static final class Fetch {
        @Option(names = "--zone", paramLabel = "NAME", required = true, description = "A | zone.")
        String zone = "";

        @Option(
                names = {"-s", "--sizes"},
                paramLabel = "N",
                split = ",",
                defaultValue = "1,2",
                description = "Sizes (default: ${DEFAULT-VALUE}).")
        List<Integer> sizes = List.of();

        @Option(names = "--all", description = "All of it.")
        boolean all;

        @ArgGroup(multiplicity = "1")
        When when = new When();

        @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files.")
        List<String> files = List.of();
    }

    static final class When {
        @Option(names = "--in", paramLabel = "TIME", description = "Later.")
        String in = "";

        @Option(names = "--at", paramLabel = "TIME", description = "Then.")
        String at = "";
    }

    @Test
    void thePageHasAllOfACommand() {
        assertThat(CommandPage.of(new CommandLine(new Root())).lines())
                .containsSequence(
                        "## x fetch",
                        "",
                        "Fetches \\*.txt.",
                        "",
                        "Kinds:",
                        "",
                        "```text",
                        "  a  one",
                        "  b  two",
                        "```",
                        "",
                        "```text",
                        "x fetch --zone NAME (--at TIME | --in TIME) [OPTION]... FILE...",
                        "```",
                        "",
                        "| argument | meaning |",
                        "| --- | --- |",
                        "| `FILE` | Files. |",
                        "",
                        "| option | meaning |",
                        "| --- | --- |",
                        "| `--all` | All of it. |",
                        "| `--at TIME` | Then. |",
                        "| `--in TIME` | Later. |",
                        "| `-s, --sizes N,…` | Sizes (default: 1,2). |",
                        "| `--zone NAME` | A \\| zone. |",
                        "",
                        "Exit code: 0 for 100%.");
    }

    @Test
    void thePageSaysWhatTheCommandsDeclare() throws IOException {
        Path page = Path.of(System.getProperty("tiercel.home"), "docs", "cli.md");
        String declared = CommandPage.of(Main.commandLine(Map.of()));

        if (Boolean.getBoolean("tiercel.rewrite")) Files.writeString(page, declared);

        assertThat(declared).contains("## tiercel demo", "## tiercel submit", "### tiercel sim whatif");
        assertThat(Files.readAllLines(page))
                .as(
                        "%s; write it anew with ./mvnw -pl demo -am test -Dtest=CommandReferenceTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        page)
                .isEqualTo(declared.lines().toList());
    }
}
