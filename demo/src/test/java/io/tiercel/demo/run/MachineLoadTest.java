package io.tiercel.demo.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.demo.report.SceneReport;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.run.MachineLoad.Sample;
import io.tiercel.demo.run.MachineLoad.Usage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineLoadTest {
    private final MachineLoad load = new MachineLoad();

    /** Ten seconds of two processors, 12 s of them busy: 5 s of ours, the rest of others. */
    @Test
    void whatIsBusyAndNotOursIsOfOthers() {
        Sample before = Sample.of("cpu  100 0 100 1000 0 0 0 0 0 0", 2);
        Sample after = Sample.of("cpu  900 100 200 1700 100 50 50 100 0 0", 7);

        Usage usage = after.since(before);

        assertThat(usage.all()).isCloseTo(20, within(1e-9));
        assertThat(usage.others()).isCloseTo(12 - 5, within(1e-9));
    }

    @Test
    void aProcessHasItsTimeAndThatOfItsEndedChildren() {
        String line = "7 (a (strange) name) S 1 7 7 0 -1 4194560 100 2 0 0 150 50 30 20 20 0 1 0 999 1000 10";

        assertThat(Sample.secondsOf(line)).isCloseTo(2.5, within(1e-9));
        assertThat(Sample.secondsOf("")).isZero();
    }

    /** As a task of YARN is: a child of a shell, which is our child. */
    @Test
    void aProgramThatHasEndedIsOurs() throws Exception {
        String work = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        Sample before = Sample.now();

        Process shell = new ProcessBuilder("sh", "-c", "sh -c '" + work + "'; true").start();

        assertThat(shell.waitFor()).isZero();
        assertThat(Sample.now().ours() - before.ours()).isGreaterThan(0.05);
    }

    @Test
    void aBusyMachineIsWarnedOf() {
        load.add("round 1, stock", new Usage(20, 1));
        load.add("round 1, trident", new Usage(10, 7));
        load.add("round 1, trident", new Usage(10, 9));

        SceneReport report = report();

        assertThat(report.tables().get(0).rows())
                .containsExactly(List.of("round 1, stock", "5%"), List.of("round 1, trident", "80%"));
        assertThat(report.warnings())
                .singleElement()
                .asString()
                .startsWith("Other programs kept up to 80% of the processors busy");
    }

    @Test
    void aQuietMachineIsNot() {
        load.add("round 1, stock", new Usage(20, 2));

        assertThat(report().warnings()).isEmpty();
    }

    @Test
    void aKernelThatDoesNotTellIsNoFailure() {
        load.add("round 1, stock", Sample.of("", 0).since(Sample.of("", 0)));

        assertThat(report().tables().get(0).rows()).containsExactly(List.of("round 1, stock", "-"));
    }

    @Test
    void thisMachineTells() {
        load.begin();
        load.end("this test");

        assertThat(report().tables().get(0).rows()).hasSize(1);
    }

    private SceneReport report() {
        return load.in(new ReportBuilder("scene", "headline", "title")).build(Instant.EPOCH);
    }
}
