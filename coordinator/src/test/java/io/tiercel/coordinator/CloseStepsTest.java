package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloseStepsTest {
    private final List<String> done = new ArrayList<>();

    @Test
    void allStepsRunThoughSomeFail() {
        Error first = new NoClassDefFoundError("gone");
        RuntimeException second = new IllegalStateException("closed twice");
        List<Runnable> steps = List.of(
                () -> done.add("a"),
                () -> {
                    throw first;
                },
                () -> done.add("b"),
                () -> {
                    throw second;
                },
                () -> {
                    throw first;
                },
                () -> done.add("c"));

        assertThatThrownBy(() -> CloseSteps.run(steps)).isSameAs(first);

        assertThat(done).containsExactly("a", "b", "c");
        assertThat(first.getSuppressed()).containsExactly(second);
    }

    @Test
    void whatFailsAfterAnErrorIsAddedToIt() {
        RuntimeException error = new IllegalStateException("no port");
        RuntimeException more = new IllegalStateException("no file");
        List<Runnable> steps = List.of(
                () -> {
                    throw more;
                },
                () -> done.add("a"));

        CloseSteps.run(steps, error);

        assertThat(done).containsExactly("a");
        assertThat(error.getSuppressed()).containsExactly(more);
    }
}
