package io.tiercel.sim.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.sim.job.Locality;
import io.tiercel.sim.paper.TridentFigures.AssignmentTiming;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.workload.HiBench;
import io.tiercel.sim.workload.HiBench.Scale;
import org.junit.jupiter.api.Test;

/** HiBench under Trident's schedulers: figures 11, 13 and 14 in small. */
final class TridentHiBenchTest {
    private static JobStatistics hadoop(Scheduler scheduler, long memory) {
        return JobStatistics.of(
                1,
                seed -> TridentSetup.hadoop(
                        HiBench.AGGREGATION, Scale.HUGE, FileSystem.OCTOPUS_FS, scheduler, memory, seed));
    }

    private static double inMemory(JobStatistics outcome) {
        return outcome.percent(Locality.MEMORY_LOCAL::equals);
    }

    @Test
    void withHalfOfTheMemoryHalfOfTheTasksFindTheirInputThere() {
        assertThat(inMemory(hadoop(Scheduler.TRIDENT, TridentSetup.GIB / 2))).isBetween(30.0, 55.0);
        assertThat(inMemory(hadoop(Scheduler.DEFAULT, TridentSetup.GIB / 2)))
                .isLessThan(inMemory(hadoop(Scheduler.DEFAULT, TridentSetup.MEMORY)));
        assertThat(inMemory(hadoop(Scheduler.TRIDENT, TridentSetup.MEMORY)))
                .isGreaterThan(inMemory(hadoop(Scheduler.DEFAULT, TridentSetup.MEMORY)) + 30);
    }

    /** Figure 11: 66 to 89% for the default, from the smallest scale to the largest; 100% for Trident. */
    @Test
    void onAnIdleClusterTheDefaultFindsTwoThirdsOfSmallInputAndMoreOfLarge() {
        double small = dataLocal(Scheduler.DEFAULT, Scale.SMALL);
        assertThat(small).isBetween(50.0, 80.0);
        assertThat(dataLocal(Scheduler.DEFAULT, Scale.HUGE)).isBetween(small, 98.0);
        assertThat(dataLocal(Scheduler.TRIDENT, Scale.SMALL)).isEqualTo(100);
    }

    private static double dataLocal(Scheduler scheduler, Scale scale) {
        return JobStatistics.of(
                        6,
                        seed -> TridentSetup.hadoop(
                                HiBench.AGGREGATION,
                                scale,
                                FileSystem.OCTOPUS_FS,
                                scheduler,
                                TridentSetup.MEMORY,
                                seed))
                .percent(Locality::isDataLocal);
    }

    @Test
    void onSparkTheDefaultFindsItsInputAndTridentFindsItInMemory() {
        for (Scheduler scheduler : Scheduler.values()) {
            JobStatistics outcome = JobStatistics.of(
                    1,
                    seed -> TridentSetup.spark(
                            HiBench.WORD_COUNT, Scale.LARGE, FileSystem.OCTOPUS_FS, scheduler, seed));
            assertThat(outcome.percent(Locality::isDataLocal))
                    .as("%s", scheduler)
                    .isGreaterThan(94);
            if (scheduler == Scheduler.TRIDENT) {
                assertThat(inMemory(outcome)).isEqualTo(100);
            }
        }
    }

    @Test
    void anAssignmentIsMeasuredByTheClockThatIsGiven() {
        long[] now = {0};
        AssignmentTiming timing = new AssignmentTiming(() -> now[0] += 1_000_000, 1);
        assertThat(PaperFigure.of("trident", () -> 0))
                .filteredOn(figure -> figure.number() == 18)
                .flatExtracting(figure -> figure.reported().keySet())
                .hasSize(8)
                .allSatisfy(row -> assertThat(timing.row(row)).containsOnly(1));
    }
}
