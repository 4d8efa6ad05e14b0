package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimRunTest {
    private static final Path EXAMPLE =
            Path.of(System.getProperty("tiercel.home"), "docs", "scenarios", "example.yaml");

    @TempDir
    private Path directory;

    /** The documentation's example, with fewer jobs. */
    private static CommandRun example(String... more) {
        return run(
                List.of(
                        "sim",
                        "run",
                        EXAMPLE.toString(),
                        "--set",
                        "workload.applications[0].repeat=3",
                        "--set",
                        "workload.applications[1].repeat=1"),
                more);
    }

    private static CommandRun run(List<String> all, String... more) {
        return CommandRun.of(Stream.concat(all.stream(), Arrays.stream(more)).toArray(String[]::new));
    }

    @Test
    void theExampleOfTheDocumentationRuns() throws IOException {
        Path csv = directory.resolve("out.csv");
        Path json = directory.resolve("out.json");
        Path page = directory.resolve("out.html");
        CommandRun run = example("--csv", csv.toString(), "--json", json.toString(), "--html", page.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.errLines()).contains("Written: " + csv, "Written: " + json, "Written: " + page);
        assertThat(run.outLines().get(0))
                .isEqualTo("Reports and training on twenty nodes: 20 nodes with 160 slots, 8 jobs, 5 seeds");
        assertThat(run.outLines().get(1)).startsWith("policy ").contains("mean-job s", "against first %");
        assertThat(run.outLines()).hasSize(6);
        assertThat(run.outLines().get(2)).startsWith("stock ").contains(" ±");
        assertThat(Files.readAllLines(csv)).hasSize(21).first().asString().startsWith("policy,seed,jobs,mean-job,");
        assertThat(Files.readAllLines(csv).get(11)).startsWith("\"trident, a replica per tier\",1,8,");
        assertThat(Files.readString(json))
                .contains("\"half-width-95\"", "\"mean-job-against-first\"", "\"log-sha256\"");
        assertThat(Files.readString(page))
                .contains(
                        "new Chart(",
                        "trident, input prefetched",
                        "95% confidence",
                        "Timelines: stock",
                        "6 of 20 nodes are shown");
    }

    @Test
    void jobsAreComparedWithTheirBounds() throws IOException {
        Path scenario = directory.resolve("bounded.yaml");
        Files.writeString(
                scenario,
                """
                cluster:
                  racks:
                    - uplink: 10 Gbit/s
                      nodes:
                        - {slots: 1, network: 1 Gbit/s, devices: [{tier: hdd, size: 1 TB, bandwidth: 128 MiB/s}]}
                storage: {placement: one-tier, tiers: [hdd], replicas: 1}
                workload:
                  files: [{name: in, size: 1 GiB}]
                  jobs: [{name: a, input: in}]
                policies: [{name: tiercel, assignment: tiercel}]
                seeds: [1]
                """);
        CommandRun run = CommandRun.of("sim", "run", scenario.toString(), "--bounds");

        assertThat(run.exitCode()).as(run.err()).isZero();
        // Eight blocks one after the other: each task starts in a second, and reads for a second.
        assertThat(run.outLines())
                .hasSize(5)
                .last()
                .asString()
                .containsPattern("^tiercel +[\\d.]+ +16.00 +[\\d.]+ +16.00$");

        CommandRun copied = example("--bounds");
        assertThat(copied.exitCode()).isEqualTo(2);
        assertThat(copied.err()).startsWith("tiercel sim run: --bounds: policy 'stock': memory: expected no copies");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--csv", "--html"})
    void aMissingDirectoryIsNamedBeforeTheRun(String option) {
        Path there = directory.resolve("none");
        CommandRun run = example(option, there.resolve("x").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.errLines())
                .containsExactly("tiercel sim run: " + option + ": cannot write " + there.resolve("x")
                        + ": there is no directory " + there);
        assertThat(example(option, directory.toString()).err())
                .contains(option + ": expected a file, got the directory " + directory);
    }

    @Test
    void theSameComesOutOnAnyNumberOfThreads() {
        CommandRun one = example("--csv", "-", "--threads", "1");
        assertThat(one.exitCode()).as(one.err()).isZero();
        assertThat(one.outLines()).hasSize(21);
        assertThat(example("--csv", "-", "--threads", "3").out()).isEqualTo(one.out());
    }

    /** Nodes fail: jobs end nonetheless, the page says when nodes were away, and threads change nothing. */
    @Test
    void nodesFailInTheExampleOfFaults() throws IOException {
        Path json = directory.resolve("one.json");
        Path page = directory.resolve("one.html");
        CommandRun one = faults("--threads", "1", "--json", json.toString(), "--html", page.toString());
        assertThat(one.exitCode()).as(one.err()).isZero();
        assertThat(one.outLines().get(1)).contains("failed jobs", "lost tasks");
        assertThat(one.outLines()).hasSize(2 + 5);
        assertThat(Files.readString(page)).contains("\"name\":\"away\"");
        CommandRun three = faults("--threads", "3", "--json", "-");
        assertThat(three.out()).isEqualTo(Files.readString(json));
        for (String line : faults("--csv", "-").outLines().subList(1, 11)) {
            String[] values = line.replaceAll("\"[^\"]*\"", "policy").split(",");
            assertThat(values[12]).as("failed jobs: %s", line).isEqualTo("0.0");
            assertThat(Double.parseDouble(values[13]))
                    .as("lost tasks: %s", line)
                    .isPositive();
        }
    }

    private static CommandRun faults(String... more) {
        Path file = EXAMPLE.resolveSibling("faults.yaml");
        return run(List.of("sim", "run", file.toString(), "--set", "workload.applications[0].repeat=8"), more);
    }

    @Test
    void howLongItTakesIsNoPartOfTheResults() {
        CommandRun run = example("--csv", "-", "--times");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo(example("--csv", "-").out());
        assertThat(run.errLines()).anyMatch(line -> line.startsWith("policy ") && line.contains("99% ms"));
    }

    @Test
    void aTraceLiesBesideItsScenario() throws IOException {
        String text = Files.readString(EXAMPLE);
        String scenario = text.substring(0, text.indexOf("workload:")) + "workload: {swim: {file: t.tsv.gz}}\n"
                + text.substring(text.indexOf("storage:"));
        Path file = Files.writeString(directory.resolve("s.yaml"), scenario);
        byte[] trace = "a\t0\t0\t1000\t0\t0\nb\t1\t1\t2000\t0\t10\n".getBytes(StandardCharsets.UTF_8);
        Path zipped = directory.resolve("t.tsv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            out.write(trace);
        }
        assertThat(CommandRun.of("sim", "run", file.toString()).outLines().get(0))
                .contains(" 2 jobs");

        byte[] all = Files.readAllBytes(zipped);
        Files.write(zipped, java.util.Arrays.copyOf(all, all.length - 12));
        assertThat(CommandRun.of("sim", "run", file.toString()).errLines())
                .hasSize(1)
                .first()
                .asString()
                .contains("t.tsv.gz:")
                .contains("the file ends here, in the middle of its compressed data");
        Files.delete(zipped);
        assertThat(CommandRun.of("sim", "run", file.toString()).err())
                .contains("s.yaml:")
                .contains("workload.swim.file: cannot be read: ")
                .contains("there is no such file");
    }

    @Test
    void whatIsWrongIsOneLine() throws IOException {
        Path file = Files.writeString(directory.resolve("s.yaml"), "cluster: {racks: []}\npolices: []\n");
        for (List<String> each : List.of(
                List.of(file.toString(), file + ":2: there is no key 'polices' here; did you mean 'policies'?"),
                List.of(directory.resolve("no.yaml").toString(), "there is no such file or directory"))) {
            CommandRun run = CommandRun.of("sim", "run", each.get(0));
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.errLines()).hasSize(1);
            assertThat(run.err()).startsWith("tiercel sim run: ").contains(each.get(1));
        }
        Path latin = Files.write(directory.resolve("latin.yaml"), new byte[] {'#', (byte) 0xe4, '\n'});
        assertThat(CommandRun.of("sim", "run", latin.toString()).err())
                .contains("cannot read " + latin + ": expected text in UTF-8");
        assertThat(example("--threads", "0").errLines())
                .containsExactly("tiercel sim run: --threads: expected at least 1, got 0");
    }

    /** Computing for longer than a run can count. */
    @Test
    void aTimeThatIsTooLargeIsOneLine() {
        CommandRun run = example("--set", "workload.applications[0].cpu=1000000 s/B");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines().get(run.errLines().size() - 1))
                .contains("policy 'stock', seed 1: a time or a size grows too large (long overflow)");
    }

    /** Data that no device has room for shows while the run goes on. */
    @Test
    void aClusterThatIsTooSmallIsOneLine() {
        CommandRun run = example("--set", "workload.applications[0].input=900 TB");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines().get(run.errLines().size() - 1))
                .contains("policy 'stock', seed 1: node ")
                .contains("no room for");
    }
}
