package io.tiercel.sim.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.MixApartSetup.Platform;
import io.tiercel.sim.paper.PaperFigure.Inputs;
import io.tiercel.sim.workload.SwimReader;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What MixApart claims, and what comes out here; hours are those of a small trace made here. */
final class MixApartTest {
    private static final double SECONDS = 1e9;

    /** In hour 1, after the warm-up: 40 jobs, 40 s apart, each of 20 GB. Jobs read files by turns, so many in all. */
    private static Function<SwimScale, Workload> trace(int files) {
        StringBuilder lines = new StringBuilder();
        for (int job = 0; job < 40; job++) {
            lines.append("job%d\t%d\t0\t20000000000\t0\t1\tpath%d\n".formatted(job, 700 + 40 * job, job % files));
        }
        return scale -> {
            try {
                return SwimReader.read(new BufferedReader(new StringReader(lines.toString())), "made", scale);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static MixApartReplay replay(Platform platform, MixApartTrace hour) {
        return MixApartReplay.of(MixApartSetup.PAPER, platform, hour, 1);
    }

    private static MixApartTrace hour(int files) {
        return MixApartTrace.hour(trace(files), 1, 0.5, 25, MixApartSetup.JOB_OVERHEAD, true);
    }

    private static FigureResult figure(String title) {
        return PaperFigure.of("mixapart", () -> 0).stream()
                .filter(each -> each.title().startsWith(title))
                .findFirst()
                .orElseThrow()
                .run(1);
    }

    private static double value(FigureResult findings, String series, int column) {
        for (Series each : findings.series()) {
            if (each.name().equals(series)) {
                return each.values().get(column).ours();
            }
        }
        throw new AssertionError(series);
    }

    @Test
    void cachedInputIsReadOnceFromSharedStorage() {
        MixApartTrace hour = hour(4);

        assertThat(hour.reuse()).isCloseTo(0.9, within(1e-9));
        assertThat(replay(Platform.MIXAPART, hour).gigabytes()).isCloseTo(40, within(0.1));
        assertThat(replay(Platform.NO_CACHE, hour).gigabytes()).isCloseTo(400, within(0.1));
        assertThat(replay(Platform.HADOOP, hour).gigabytes()).isZero();
    }

    @Test
    void withReUseMixApartIsAsFastAsHadoopAndWithoutCachesJobsQueueUp() {
        MixApartTrace hour = hour(1);
        double hadoop = replay(Platform.HADOOP, hour).mean();

        assertThat(replay(Platform.MIXAPART, hour).mean() / hadoop).isLessThan(1.1);
        assertThat(replay(Platform.NO_CACHE, hour).mean() / hadoop).isGreaterThan(2);
    }

    /** Each job has about 150 tasks. */
    @Test
    void jobsThatQueueUpAreFoundByTheirSize() {
        MixApartTrace hour = hour(4);
        MixApartReplay hadoop = replay(Platform.HADOOP, hour);
        MixApartReplay alone = replay(Platform.NO_CACHE, hour);

        Set<String> slower = alone.slowerJobs(hadoop, tasks -> tasks >= 100);
        assertThat(slower).hasSizeGreaterThan(30);
        assertThat(alone.slowerJobs(hadoop, tasks -> tasks < 100)).isEmpty();
        assertThat(alone.mean(slower)).isGreaterThan(hadoop.mean(slower));
        assertThat(hadoop.slowerJobs(hadoop, tasks -> true)).isEmpty();
    }

    @Test
    void onlyTransfersBesideCachedTasksReachHadoopWhereAFifthIsNotCached() {
        FigureResult findings = figure("MixApart, figure 3(b)");

        assertThat(value(findings, "MixApart", 4)).isBetween(95.0, 105.0);
        assertThat(value(findings, "MixApart-DS", 4)).isGreaterThan(120);
        assertThat(value(findings, "no cache", 4)).isGreaterThan(200);
        assertThat(value(findings, "MixApart", 0))
                .as("the link is the bottleneck")
                .isGreaterThan(200);
    }

    @Test
    void slotsThatAColdJobCannotUseServeACachedOne() {
        FigureResult findings = figure("MixApart, figure 5");

        assertThat(value(findings, "MixApart", 0)).as("Mix-1, the cached job").isBetween(95.0, 105.0);
        assertThat(value(findings, "MixApart", 1))
                .as("its successor's data came meanwhile")
                .isLessThan(110);
        assertThat(value(findings, "MixApart", 7)).as("Mix-4, the cached job").isLessThan(90);
        assertThat(value(findings, "MixApart", 2))
                .as("Mix-2, the cached job beside one that waits for data")
                .isLessThan(105);
        assertThat(value(findings, "no cache", 2)).isGreaterThan(110);
        assertThat(value(findings, "no cache", 1)).isGreaterThan(110);
    }

    @Test
    void aTraceIsNeeded() {
        assertThat(PaperFigure.of("mixapart", Inputs.NONE))
                .filteredOn(PaperFigure::needsTrace)
                .extracting(PaperFigure::number)
                .containsOnly(2, 6, 7, 8, 9);
        assertThatThrownBy(() -> figure("MixApart, figure 6")).hasMessage("expected a trace, got none");
        FigureResult six = PaperFigure.of("mixapart", new Inputs(() -> 0, Optional.of(trace(4)))).stream()
                .filter(each -> each.number() == 6)
                .findFirst()
                .orElseThrow()
                .run(1);
        assertThat(value(six, "FB-2010", 0)).isCloseTo(90, within(0.1));
    }

    @Test
    void hoursAreCutAndJobsGetAReduce() {
        MixApartTrace hour = hour(4);

        assertThat(hour.workload().jobs()).hasSize(40).allSatisfy(job -> {
            assertThat(job.reduce().tasks()).isEqualTo(1);
            assertThat(job.lead() / SECONDS).isEqualTo(10);
            assertThat(MixApartTrace.seconds(job.arrival())).isBetween(100.0, 100.0 + 40 * 40);
        });
        assertThat(MixApartTrace.hour(trace(4), 2, 1, 25, 0, false).workload().jobs())
                .isEqualTo(List.of());
    }
}
