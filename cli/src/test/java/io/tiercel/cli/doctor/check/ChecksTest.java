package io.tiercel.cli.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.doctor.check.Finding.Level;
import io.tiercel.cli.doctor.evidence.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChecksTest {
    private record FailingCheck(RuntimeException failure) implements Check {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public void look(Evidence evidence, Report report) {
            report.ok("so far");
            throw failure;
        }
    }

    @Test
    void aCheckThatFailsKeepsWhatItFoundAndSaysSo() {
        List<Finding> findings =
                Checks.findings(new FailingCheck(new IllegalStateException("oops")), new FakeEvidence().build());

        assertThat(findings).satisfiesExactly(first -> assertThat(first.text()).isEqualTo("so far"), second -> {
            assertThat(second.level()).isEqualTo(Level.UNCHECKED);
            assertThat(second.text()).contains("failing was not checked to its end", "oops");
        });
        assertThat(Checks.findings(new FailingCheck(new CommandFailure("no such file")), new FakeEvidence().build()))
                .last()
                .extracting(Finding::text)
                .asString()
                .endsWith("no such file");
    }

    @Test
    void whatCannotBeSeenIsSaidOnceAndNothingElse() {
        assertThat(Checks.findings(new FakeEvidence().build()))
                .allSatisfy(finding -> {
                    assertThat(finding.check()).isEqualTo("evidence");
                    assertThat(finding.level()).isEqualTo(Level.UNCHECKED);
                    assertThat(finding.fix()).isNotEmpty();
                })
                .extracting(Finding::text)
                .containsExactly("no Spark", "no HDFS", "no coordinator");
    }

    @Test
    void namesAreUniqueAndOnThePage() throws IOException {
        List<String> names = Checks.all().stream().map(Check::name).toList();
        String page = Files.readString(Path.of(System.getProperty("tiercel.home"), "docs", "doctor.md"));

        assertThat(names)
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(name).matches("[a-z]+(-[a-z]+)*"))
                .allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
    }
}
