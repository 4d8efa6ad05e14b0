package io.tiercel.cachefs.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.iceberg.SourceAnswers.Answer;
import io.tiercel.cachefs.store.ObjectVersion;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.junit.jupiter.api.Test;

final class SourceAnswersTest {
    private static final String FILE = "mem://SourceAnswersTest/file";

    private final InMemoryFileIO source = new InMemoryFileIO();
    private final AtomicLong now = new AtomicLong(5);

    private Answer ask(SourceAnswers answers, int bytes) {
        source.addFile(FILE, new byte[bytes]);
        return answers.about(FILE);
    }

    @Test
    void anAnswerCountsForTheTimeThatIsSet() {
        SourceAnswers answers = new SourceAnswers(source, Duration.ofSeconds(1), now::get);
        assertThat(ask(answers, 1).length()).isEqualTo(1);
        now.addAndGet(999_999_999);
        assertThat(ask(answers, 2).length()).isEqualTo(1);
        now.addAndGet(1);
        assertThat(ask(answers, 3).length()).isEqualTo(3);
        answers.forget(FILE);
        assertThat(ask(answers, 4).length()).isEqualTo(4);
        answers.forgetAll();
        assertThat(ask(answers, 5).length()).isEqualTo(5);
    }

    @Test
    void withoutATimeEachOpeningAsks() {
        SourceAnswers answers = new SourceAnswers(source, Duration.ZERO, now::get);
        assertThat(ask(answers, 1).length()).isEqualTo(1);
        assertThat(ask(answers, 2).length()).isEqualTo(2);
    }

    @Test
    void withoutATagLocationAndLengthNameTheVersion() {
        SourceAnswers answers = new SourceAnswers(source, Duration.ZERO, now::get);
        Answer answer = ask(answers, 7);
        assertThat(answer.tag()).isNull();
        assertThat(answer.version()).isEqualTo(new ObjectVersion("", FILE, "written once", 7));
        assertThat(ask(answers, 8).version()).isNotEqualTo(answer.version());
    }
}
