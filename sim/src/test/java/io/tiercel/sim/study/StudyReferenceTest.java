package io.tiercel.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class StudyReferenceTest {
    @Test
    void thePageSaysWhatTheCodeDeclares() throws IOException {
        Path page = Path.of(System.getProperty("tiercel.home"), "docs", "simulator.md");
        String text = Files.readString(page);
        int begin = text.indexOf(StudyReference.TITLE);
        if (Boolean.getBoolean("tiercel.rewrite")) {
            Files.writeString(page, text.substring(0, begin < 0 ? text.length() : begin) + StudyReference.text());
        }
        text = Files.readString(page);
        assertThat(text.substring(Math.max(0, text.indexOf(StudyReference.TITLE))))
                .as(
                        "the end of %s; write it anew with ./mvnw -pl sim -am test -Dtest=StudyReferenceTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.args=-Dtiercel.rewrite=true",
                        page)
                .isEqualTo(StudyReference.text());
    }
}
