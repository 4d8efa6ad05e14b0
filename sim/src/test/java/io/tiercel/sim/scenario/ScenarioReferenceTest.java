package io.tiercel.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ScenarioReferenceTest {
    @Test
    void thePageSaysWhatTheCodeDeclares() throws IOException {
        Path page = Path.of(System.getProperty("tiercel.home"), "docs", "simulator.md");
        String text = Files.readString(page);
        int begin = text.indexOf(Section.TITLE);
        if (Boolean.getBoolean("tiercel.rewrite")) {
            Files.writeString(page, text.substring(0, begin < 0 ? text.length() : begin) + Section.reference());
        }
        text = Files.readString(page);
        assertThat(text.substring(Math.max(0, text.indexOf(Section.TITLE))))
                .as(
                        "the end of %s; write it anew with ./mvnw -pl sim -am test -Dtest=ScenarioReferenceTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.args=-Dtiercel.rewrite=true",
                        page)
                .isEqualTo(Section.reference());
    }
}
