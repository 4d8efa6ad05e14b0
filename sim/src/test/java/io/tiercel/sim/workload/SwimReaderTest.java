package io.tiercel.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.SwimReader.TraceException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SwimReaderTest {
    private static final SwimScale AS_IT_IS = new SwimScale(1, 1, 0, 0);

    private static Workload read(String text, SwimScale scale) throws IOException {
        return SwimReader.read(new BufferedReader(new StringReader(text)), "trace.tsv", scale);
    }

    @Test
    void jobsOfATraceWithPathsShareFiles() throws IOException {
        Workload workload = read(
                """
                job0\t1\t1\t2000\t5\t300\tin7\t\t
                job1\t1\t0\t5000\t5\t0\tin7\t\t
                job2\t9\t8\t0\t0\t40\t\t\t
                """,
                AS_IT_IS);
        assertThat(workload.files()).containsExactly(new InputFile("in/in7", 5000));
        assertThat(workload.jobs()).extracting(Job::inputBytes).containsExactly(2000L, 5000L, 0L);
        assertThat(workload.jobs()).extracting(Job::outputBytes).containsExactly(300L, 0L, 40L);
        assertThat(workload.jobs())
                .extracting(Job::arrival)
                .containsExactly(1_000_000_000L, 1_000_000_000L, 9_000_000_000L);
    }

    @Test
    void jobsOfATraceWithoutPathsReadFilesOfTheirOwn() throws IOException {
        Workload workload = read("a\t1\t1\t2000\t5\t300\nb\t2\t1\t100\t0\t0\n", new SwimScale(0.5, 2, 1e-6, 0));
        assertThat(workload.files()).containsExactly(new InputFile("in/a", 1000), new InputFile("in/b", 50));
        assertThat(workload.jobs().get(1).arrival()).isEqualTo(4_000_000_000L);
        assertThat(workload.jobs().get(1).cpuSecondsPerByte()).isEqualTo(1e-6);
    }

    @Test
    void whatIsShuffledIsFetchedByAsManyReducesAsItTakes() throws IOException {
        String trace = "a\t1\t1\t2000\t501\t300\nb\t2\t1\t100\t0\t7\n";
        assertThat(read(trace, AS_IT_IS).jobs()).extracting(Job::reduce).containsOnly(ReducePhase.NONE);
        assertThat(read(trace, new SwimScale(2, 1, 1e-6, 100)).jobs())
                .extracting(Job::reduce)
                .containsExactly(new ReducePhase(11, 1002, 1e-6), ReducePhase.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a~5~5~7~0              | trace.tsv:2: expected at least 6 columns (job, submission, gap, input, shuffle, output), got 5
            a~4~1~7~0~0            | trace.tsv:2: submission: expected at least 5 (the line before), got 4
            a~5~1~-7~0~0           | trace.tsv:2: map input bytes: expected a whole number of at least 0, got '-7'
            a~5~1~7~1.5~0          | trace.tsv:2: shuffle bytes: expected a whole number of at least 0, got '1.5'
            a~5~1~7~1~99999999999999999999 | trace.tsv:2: reduce output bytes: expected a whole number of at least 0, got '99999999999999999999'
            ~5~1~7~1~0             | trace.tsv:2: job: expected a name, got none
            first~5~1~7~1~0        | trace.tsv:2: job: 'first' is there already
            a~5~1~7~1~0~path       | trace.tsv:2: input path: expected one in every line or in none; line 2 has one, line 1 has none
            a~5~1~7~1~0~path~x     | trace.tsv:2: expected nothing after the input path, got 'x'
            """)
    void aBadLineIsToldWithFileLineAndReason(String line, String message) {
        String trace = "first\t5\t5\t10\t0\t0\n" + line.replace('~', '\t') + "\n";
        assertThatThrownBy(() -> read(trace, AS_IT_IS))
                .isInstanceOf(TraceException.class)
                .hasMessage(message);
    }

    @Test
    void emptyAndTruncatedFilesAreTold() throws IOException {
        assertThatThrownBy(() -> read("", AS_IT_IS))
                .hasMessage("trace.tsv:1: expected at least one job, got an empty file");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write("a\t1\t1\t2000\t5\t300\n".repeat(1).getBytes(StandardCharsets.UTF_8));
        }
        byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() - 9);
        BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(new ByteArrayInputStream(cut)), StandardCharsets.UTF_8));
        assertThatThrownBy(() -> SwimReader.read(lines, "trace.tsv.gz", AS_IT_IS))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith("trace.tsv.gz:")
                .hasMessageEndingWith("the file ends here, in the middle of its compressed data");
    }

    @Test
    void scalesAreChecked() {
        assertThatThrownBy(() -> new SwimScale(0, 1, 0, 0))
                .hasMessage("factor of sizes: expected above 0 and finite, got 0.0");
        assertThatThrownBy(() -> new SwimScale(1, -1, 0, 0))
                .hasMessage("factor of times: expected above 0 and finite, got -1.0");
    }
}
