package io.tiercel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void tablesAlignWordsLeftAndNumbersRight() {
        StringWriter text = new StringWriter();
        TextTable table = new TextTable(1, "file", "size");
        table.row("/a", "10 B");
        table.row("/longer", "5 B");
        table.print(new PrintWriter(text, true));

        assertThat(text.toString().lines()).containsExactly("file     size", "/a       10 B", "/longer   5 B");
    }
}
