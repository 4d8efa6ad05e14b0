package io.tiercel.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.FileNotFoundException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each number has an upper bound, and each file, so that no scenario runs on without a word. */
final class ScenarioLimitsTest {
    /** Line numbers are part of the tests below. */
    private static final String GOOD =
            """
            cluster:
              block-size: 128 MiB
              racks:
                - uplink: 10 Gbit/s
                  nodes:
                    - slots: 2
                      network: 125 MB/s
                      devices:
                        - {tier: hdd, size: 100 GB, bandwidth: 100 MB/s, seek-loss: 0.4}
            storage: {placement: one-tier, tiers: [hdd]}
            workload:
              applications:
                - {name: a, input: 300 MB, repeat: 2, every: 1 s, iterations: 3, reduces: 2, shuffle: 0.5}
            policies: [{name: one, assignment: stock}]
            seeds: [1]
            """;

    private static ScenarioFile read(String text) {
        return ScenarioFile.read(text, "s.yaml", Map.of(), name -> {
            throw new FileNotFoundException(name);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            network: 125 MB/s   | network: 1e-300 B/s    | s.yaml:7: cluster.racks[0].nodes[0].network: expected at least 1 B/s, got '1e-300 B/s'
            network: 125 MB/s   | network: 1e999 Gbit/s  | s.yaml:7: cluster.racks[0].nodes[0].network: expected less, got '1e999 Gbit/s'
            bandwidth: 100 MB/s | bandwidth: 1e999 MB/s  | s.yaml:9: cluster.racks[0].nodes[0].devices[0].bandwidth: expected less, got '1e999 MB/s'
            seek-loss: 0.4      | seek-loss: 1e999       | s.yaml:9: cluster.racks[0].nodes[0].devices[0].seek-loss: expected less, got '1e999'
            slots: 2            | slots: 2000000000      | s.yaml:6: cluster.racks[0].nodes[0].slots: expected at most 1000000, got '2000000000'
            slots: 2            | slots: 999999          | s.yaml:6: cluster.racks[0].nodes[0]: expected at most 1000000 nodes, slots and devices in all
            repeat: 2           | repeat: 2000000000     | s.yaml:13: workload.applications[0].repeat: expected at most 1000000, got '2000000000'
            iterations: 3       | iterations: 2000000000 | s.yaml:13: workload.applications[0].iterations: expected at most 1000000, got '2000000000'
            iterations: 3       | iterations: 900000     | s.yaml:13: workload.applications[0]: expected at most 1000000 jobs in all, by 'repeat' and 'iterations'
            reduces: 2          | reduces: 2000000       | s.yaml:13: workload.applications[0].reduces: expected at most 1000000, got '2000000'
            input: 300 MB       | input: 8 PB            | s.yaml:11: workload: expected at most 100,000,000 blocks and tasks in all (sizes by 'block-size', and reduces), got
            block-size: 128 MiB | block-size: 1 B        | s.yaml:11: workload: expected at most 100,000,000 blocks and tasks in all (sizes by 'block-size', and reduces), got
            input: 300 MB       | input: 1e30 PB         | s.yaml:13: workload.applications[0].input: expected less, got '1e30 PB'
            every: 1 s          | every: 1e999 s         | s.yaml:13: workload.applications[0].every: expected less, got '1e999 s'
            block-size          | "block\\nsize"          | s.yaml:2: cluster: there is no key 'block\\u000asize' here; did you mean 'block-size'?
            """)
    void saysWhatIsTooLargeWithLineAndKey(String good, String bad, String message) {
        assertThat(GOOD).contains(good);
        assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith(message)
                .message()
                .hasLineCount(1);
    }

    @Test
    void racksCountTogether() {
        assertThatThrownBy(() -> read(GOOD.replace("- uplink", "- count: 300000\n      uplink")))
                .hasMessage("s.yaml:4: cluster.racks[0]: expected at most 1000000 nodes, slots and devices in all");
        assertThat(read(GOOD.replace("- uplink", "- count: 200000\n      uplink"))
                        .setup()
                        .cluster()
                        .slots())
                .isEqualTo(400_000);
    }

    @Test
    void arrivalsDoNotOverflow() {
        String text = GOOD.replace("every: 1 s", "every: 100 d").replace("repeat: 2", "repeat: 300000");

        assertThatThrownBy(() -> read(text))
                .hasMessage("s.yaml:13: workload.applications[0].every: expected less for so many");
    }

    @Test
    void overridesNameKeys() {
        for (String path : List.of(".", "..", "[0]", "seeds.", "cluster..racks", "")) {
            assertThatThrownBy(() -> ScenarioFile.read(GOOD, "s.yaml", Map.of(path, "1"), name -> {
                        throw new FileNotFoundException(name);
                    }))
                    .isInstanceOf(ScenarioException.class)
                    .hasMessageStartingWith("--set ")
                    .hasMessageEndingWith("expected keys as in 'workload.files[0].size'");
        }
    }

    /** Each would take minutes, or more memory or stack than there is. */
    @Test
    void refusesTextsThatGrowOrNest() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x]\n");
        for (int i = 1; i < 13; i++) {
            bomb.append("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(3) + "*a" + (i - 1) + "]\n");
        }
        assertRefused(bomb + GOOD, "expected at most 1000000 values in all");
        assertRefused("a: " + "[".repeat(3_000) + "]".repeat(3_000) + "\n" + GOOD, "expected at most 50 levels");
        assertRefused("a: &a [*a]\n" + GOOD, "expected at most 50 levels");
        assertRefused("title: " + "x".repeat(10_000_000) + "\n" + GOOD, "expected at most 3000000 characters");
        assertRefused("k".repeat(1_000) + ": 1\n" + GOOD, "s.yaml:1: there is no key '" + "k".repeat(80) + "…' here");
        assertRefused(GOOD.replace("300 MB", "9".repeat(1_000)), "got '" + "9".repeat(80) + "…'");
    }

    private static void assertRefused(String text, String reason) {
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> assertThatThrownBy(() -> read(text))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining(reason)
                .message()
                .hasLineCount(1)
                .hasSizeLessThan(400));
    }
}
