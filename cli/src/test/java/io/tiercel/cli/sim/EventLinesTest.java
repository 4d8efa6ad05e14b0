package io.tiercel.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLinesTest {
    private static List<String> lines(String text) throws IOException {
        EventLines lines = new EventLines(new StringReader(text));
        List<String> all = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            all.add(line);
        }
        return all;
    }

    @Test
    void linesEndWithLineFeeds() throws IOException {
        String longer = "x".repeat(200_000);

        assertThat(lines("a\n\n" + longer + "\nb\n")).containsExactly("a", "", longer, "b");
        assertThat(lines("a\nhalf")).containsExactly("a", "half");
        assertThat(lines("")).isEmpty();
    }

    @Test
    void aLineWithoutEndIsRefused() throws IOException {
        try (EventLines lines = new EventLines(new Reader() {
            @Override
            public int read(char[] characters, int from, int length) {
                Arrays.fill(characters, from, from + length, 'x');
                return length;
            }

            @Override
            public void close() {}
        })) {
            assertThatThrownBy(lines::next)
                    .isInstanceOf(MalformedLogException.class)
                    .hasMessage("expected an event of Spark in at most 67108864 characters, got a longer line");
        }
    }
}
