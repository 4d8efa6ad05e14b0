package io.tiercel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class SizeFormatTest {
    @Test
    void sizesHaveThreeDigits() {
        assertThat(SizeFormat.of(0)).isEqualTo("0 B");
        assertThat(SizeFormat.of(1023)).isEqualTo("1023 B");
        assertThat(SizeFormat.of(1536)).isEqualTo("1.50 KiB");
        assertThat(SizeFormat.of(48L << 20)).isEqualTo("48.0 MiB");
        assertThat(SizeFormat.of(200L << 30)).isEqualTo("200 GiB");
    }

    @Test
    void aHundredPercentIsAllOfIt() {
        assertThat(SizeFormat.percent(999_999, 1_000_000)).isEqualTo(99);
        assertThat(SizeFormat.percent(1, 1)).isEqualTo(100);
        assertThat(SizeFormat.percent(0, 0)).isEqualTo(100);
    }

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
