package io.tiercel.spark.ui.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class HtmlWriterTest {
    @Test
    void everythingIsEscaped() {
        HtmlWriter html = new HtmlWriter();
        html.open("a", "href", "?x=\"><script>").text("<b>'&'\u0000").close();
        assertThat(html.toString()).isEqualTo("<a href=\"?x=&quot;&gt;&lt;script&gt;\">&lt;b&gt;&#39;&amp;&#39; </a>");
    }

    @Test
    void whatIsOpenedMustBeClosed() {
        HtmlWriter html = new HtmlWriter().open("p").leaf("b", "x");
        assertThatThrownBy(html::toString).hasMessageContaining("[p]");
    }
}
