package io.tiercel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class SizesTest {
    @Test
    void sizesHaveThreeDigits() {
        assertThat(Sizes.of(0)).isEqualTo("0 B");
        assertThat(Sizes.of(1023)).isEqualTo("1023 B");
        assertThat(Sizes.of(1536)).isEqualTo("1.50 KiB");
        assertThat(Sizes.of(48L << 20)).isEqualTo("48.0 MiB");
        assertThat(Sizes.of(200L << 30)).isEqualTo("200 GiB");
    }

    @Test
    void aHundredPercentIsAllOfIt() {
        assertThat(Sizes.percent(999_999, 1_000_000)).isEqualTo(99);
        assertThat(Sizes.percent(1, 1)).isEqualTo(100);
        assertThat(Sizes.percent(0, 0)).isEqualTo(100);
    }

    @Test
    void tablesAlignWordsLeftAndNumbersRight() {
        StringWriter text = new StringWriter();
        Table table = new Table(1, "file", "size");
        table.row("/a", "10 B");
        table.row("/longer", "5 B");
        table.print(new PrintWriter(text, true));

        assertThat(text.toString().lines()).containsExactly("file     size", "/a       10 B", "/longer   5 B");
    }
}
