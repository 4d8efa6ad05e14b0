package io.tiercel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.text.ProgressDisplay.Unit;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
    @Test
    void workBeyondAnEstimatedTotalIsNotShownAgain() {
        StringWriter out = new StringWriter();
        try (ProgressDisplay display =
                new ProgressDisplay(new PrintWriter(out), "Writing", new Unit(" of it", 1), false)) {
            for (int done = 0; done <= 20; done += 5) {
                int now = done;
                display.show(now, 10, "", () -> "at " + now);
            }
        }

        assertThat(out.toString().lines()).containsExactly("at 0", "at 5", "at 10");
    }
}
