package io.tiercel.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.SeededScenarios;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verifier watches every run: that each ends, every task ends well once or its job fails with a reason, and all books balance. */
final class FaultsPropertyTest {
    private static final int SEEDS = 250;

    @ParameterizedTest
    @ValueSource(longs = {0, 10_000, 20_000, 30_000})
    void whateverFailsEveryJobEndsOrFailsWithAReason(long firstSeed) {
        Map<String, Integer> kinds = new TreeMap<>();
        int failed = 0;
        for (long seed = firstSeed; seed < firstSeed + SEEDS; seed++) {
            RunSpec scenario = SeededScenarios.faulty(seed);
            RunResult first = SeededScenarios.run(scenario, seed);
            RunResult second = SeededScenarios.run(SeededScenarios.faulty(seed), seed);
            assertThat(first.jobs())
                    .as("seed %d", seed)
                    .hasSameSizeAs(scenario.workload().jobs());
            assertThat(second.log().sha256())
                    .as("seed %d", seed)
                    .isEqualTo(first.log().sha256());
            for (JobResult job : first.jobs()) {
                failed += job.failure().isPresent() ? 1 : 0;
                assertThat(job.failure().orElse("a reason")).as("seed %d", seed).isNotBlank();
            }
            first.log().kept().forEach(line -> kinds.merge(line.split("\t")[1], 1, Integer::sum));
        }
        assertThat(failed).as("%s", kinds).isPositive();
        assertThat(kinds)
                .containsKeys(
                        "node-fails",
                        "node-missed",
                        "node-returns",
                        "node-slows",
                        "task-lost",
                        "output-lost",
                        "job-fails");
    }
}
