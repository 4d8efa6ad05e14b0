package io.tiercel.spark.ui.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class HtmlWriterTest {
    @Test
    void everythingIsEscaped() {
        HtmlWriter html = new HtmlWriter();
        html.open("a href='%s'", "?x=\"><script>").text("<b>'&'\u0000").close();
        assertThat(html.toString()).isEqualTo("<a href=\"?x=&quot;&gt;&lt;script&gt;\">&lt;b&gt;&#39;&amp;&#39; </a>");
    }

    @Test
    void lengthsAreShort() {
        assertThat(new HtmlWriter().empty("rect x='%s' y='%s'", 1.26, 3).toString())
                .isEqualTo("<rect x=\"1.3\" y=\"3\"/>");
        assertThatThrownBy(() -> new HtmlWriter().open("a href='%s'")).hasMessageContaining("expected as many values");
    }

    @Test
    void whatIsOpenedMustBeClosed() {
        HtmlWriter html = new HtmlWriter().open("p").leaf("b", "x");
        assertThatThrownBy(html::toString).hasMessageContaining("[p]");
    }
}
