package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.json.RecordLines.Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordLinesTest {
    @Test
    void oneRecordALine() throws IOException {
        assertThat(cut("{\"a\":1}\n\n{\"b\":\"}{\\\"\"}\n"))
                .containsExactly(new Lines(1, "{\"a\":1}"), new Lines(3, "{\"b\":\"}{\\\"\"}"));
    }

    @Test
    void aRecordMayBeLaidOutOverLines() throws IOException {
        assertThat(cut("{\"a\": [\n  1,\n  {}\n]}\n{}"))
                .containsExactly(new Lines(1, "{\"a\": [\n  1,\n  {}\n]}"), new Lines(5, "{}"));
    }

    @Test
    void aRecordThatBreaksOffSpoilsNoOther() throws IOException {
        assertThat(cut("{\"a\":[1,\n{\"b\":2}\n{\"c\":\"\n{\"d\":4}\ngarbage\n{}"))
                .containsExactly(
                        new Lines(1, "{\"a\":[1,"),
                        new Lines(2, "{\"b\":2}"),
                        new Lines(3, "{\"c\":\""),
                        new Lines(4, "{\"d\":4}"),
                        new Lines(5, "garbage"),
                        new Lines(6, "{}"));
    }

    private static List<Lines> cut(String text) throws IOException {
        RecordLines lines = new RecordLines(new BufferedReader(new StringReader(text)));
        List<Lines> all = new ArrayList<>();
        for (Optional<Lines> next = lines.next(); next.isPresent(); next = lines.next()) {
            all.add(next.get());
        }
        return all;
    }
}
