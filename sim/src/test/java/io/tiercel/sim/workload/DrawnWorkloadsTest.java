package io.tiercel.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The workloads that are drawn to a paper's counts have these counts, whatever the seed. */
final class DrawnWorkloadsTest {
    private static final long MB = 1_000_000;
    private static final long SECOND = 1_000_000_000L;

    @Test
    void theSwimSampleHasTheCountsOfTheTrace() {
        for (long seed = 1; seed <= 20; seed++) {
            List<Job> jobs = SyntheticSwim.of(seed, 0, SECOND).jobs();
            assertThat(jobs).hasSize(200).allMatch(job -> job.lead() == SECOND);
            assertThat(jobs.stream().filter(job -> job.inputBytes() <= 64 * MB)).hasSize(173);
            assertThat(jobs.stream().filter(job -> job.inputBytes() >= 1_000 * MB))
                    .hasSize(17);
            assertThat(jobs).allMatch(job -> job.inputBytes() <= 24_000 * MB);
            assertThat(jobs.stream().mapToLong(Job::inputBytes).sum() / 1e9)
                    .as("GB in all, seed %d", seed)
                    .isCloseTo(170, within(4.0));
        }
    }

    @Test
    void queuedJobsFitIntoTheMemoryOfTenSlaves() {
        for (long seed = 1; seed <= 20; seed++) {
            Workload workload = ScheduledCachingJobs.of(seed, 0);
            assertThat(workload.jobs()).hasSize(46).allMatch(job -> job.arrival() < 46);
            assertThat(workload.files().stream().mapToLong(InputFile::bytes).sum())
                    .isLessThan(12_500 * MB);
            assertThat(ScheduledCachingJobs.of(seed, 0)).isEqualTo(workload);
        }
    }
}
