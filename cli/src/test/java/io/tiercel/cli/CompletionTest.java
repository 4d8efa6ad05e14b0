package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that {@code tiercel generate-completion} prints, run by bash. */
class CompletionTest {
    @TempDir
    private Path directory;

    @Test
    void completesCommands() throws IOException, InterruptedException {
        assertThat(completions("tiercel", "re")).containsExactlyInAnyOrder("replay", "release");
    }

    @Test
    void completesCommandsOfCommands() throws IOException, InterruptedException {
        assertThat(completions("tiercel", "sim", "wh")).containsExactly("whatif");
    }

    @Test
    void completesOptionsOfACommand() throws IOException, InterruptedException {
        assertThat(completions("tiercel", "status", "--coord")).contains("--coordinator");
    }

    /** What bash offers for the last word. */
    private List<String> completions(String... words) throws IOException, InterruptedException {
        CommandRun script = CommandRun.of("generate-completion");
        assertThat(script.exitCode()).isZero();
        Path file = Files.writeString(directory.resolve("tiercel.bash"), script.out());
        String ask = "source '" + file + "'; COMP_WORDS=(" + String.join(" ", words) + "); COMP_CWORD="
                + (words.length - 1) + "; COMP_LINE='" + String.join(" ", words)
                + "'; _complete_tiercel; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("bash", "-c", ask)
                // compopt complains outside of a terminal.
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String answer = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(answer).isZero();
        return answer.lines().map(String::strip).toList();
    }
}
