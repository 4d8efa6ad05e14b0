package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of real scenes on two processors, of whose trials what is not read here was left out. */
class SimValidateTest {
    @TempDir
    private Path directory;

    private String report(String scene) throws IOException {
        try (InputStream in = SimValidateTest.class.getResourceAsStream(scene + "-report.json")) {
            if (in == null) {
                throw new IllegalStateException("the report is not there");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String written(String scene) throws IOException {
        return Files.writeString(directory.resolve(scene + ".json"), report(scene))
                .toString();
    }

    private static double number(CommandRun run, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(run.out());
        assertThat(matcher.find()).as(run.out()).isTrue();
        return Double.parseDouble(matcher.group(1));
    }

    /** What is declared: times within 15% in the median, tasks by tier within 5 points. */
    @Test
    void whatWasMeasuredComesOutWithinTheTolerances() throws IOException {
        CommandRun run =
                CommandRun.of("sim", "validate", written("placement"), written("lead-time"), written("prefetch"));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(number(run, "median error of the 55 predicted: ([0-9.]+)%"))
                .as(run.out())
                .isLessThan(15);
        assertThat(number(run, "median of the largest differences: ([0-9.]+) points"))
                .isLessThan(5);
        assertThat(run.out()).contains("Not simulated: lead-time: directives");
        assertThat(run.outLines().get(0)).startsWith("scene ").contains("measured s", "simulated s", "points");
    }

    /** Where one replica in three is on an SSD, stock reads a third of the blocks from there; the others all. */
    @Test
    void policiesReadWhereTheyDidInReality() throws IOException {
        CommandRun run = CommandRun.of("sim", "validate", written("placement"));

        List<String> stock = run.outLines().stream()
                .filter(line -> line.matches("placement +stock .*"))
                .toList();
        assertThat(stock).hasSize(5).allMatch(line -> line.matches(".*ssd (2|3)[0-9]% hdd (6|7)[0-9]% +[0-9]+$"));
        assertThat(run.outLines().stream().filter(line -> line.matches("placement +(trident|quartet|h-scheduler) .*")))
                .hasSize(15)
                .allMatch(line -> line.matches(".* ssd 100% +[0-3]$"));
    }

    @Test
    void aReportThatIsCutOffIsAnError() throws IOException {
        Path cut = Files.writeString(
                directory.resolve("cut.json"), report("placement").substring(0, 3_000));

        CommandRun run = CommandRun.of("sim", "validate", cut.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains("REPORT: " + cut + ":36: expected JSON: Unexpected end-of-input");
    }

    @Test
    void whatIsMissingOrWrongIsNamed() throws IOException {
        assertThat(error("\"hdd\": 4194304.0", "\"hdd\": \"fast\"")).contains("measured.testbed.hdd: ", "\"fast\"");
        assertThat(error("\"racks\": 2", "\"racks\": 9"))
                .contains("measured.testbed: racks: expected at most 4, the nodes, got 9");
        assertThat(error("\"tasks\": 26", "\"tasks\": 0")).contains("measured.runs[0]: expected tasks that read input");
        assertThat(error("\"version\": 2", "\"version\": 1")).contains("version: expected 2, got 1");
        assertThat(error("\"format\": \"tiercel-demo-report\",", ""))
                .contains("format: expected \"tiercel-demo-report\", got none");
        assertThat(error("\"scene\": \"lead-time\"", "\"scene\": \"slow-node\""))
                .contains("REPORT: scene: expected one of lead-time, placement, prefetch, re-use, got 'slow-node'");
        assertThat(CommandRun.of("sim", "validate", "nowhere.json").err())
                .contains("REPORT: cannot read nowhere.json: there is no such file");
    }

    private String error(String there, String instead) throws IOException {
        String text = report("lead-time");
        assertThat(text).contains(there);
        Path file = Files.writeString(directory.resolve("wrong.json"), text.replace(there, instead));
        CommandRun run = CommandRun.of("sim", "validate", file.toString());
        assertThat(run.exitCode()).as(run.out()).isEqualTo(ExitCodes.USAGE);
        return run.err();
    }
}
