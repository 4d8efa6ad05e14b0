package io.tiercel.spark.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class HtmlTest {
    @Test
    void everythingIsEscaped() {
        Html html = new Html();
        html.open("a", "href", "?x=\"><script>").text("<b>'&'\u0000").close();
        assertThat(html.toString()).isEqualTo("<a href=\"?x=&quot;&gt;&lt;script&gt;\">&lt;b&gt;&#39;&amp;&#39; </a>");
    }

    @Test
    void whatIsOpenedMustBeClosed() {
        Html html = new Html().open("p").leaf("b", "x");
        assertThatThrownBy(html::toString).hasMessageContaining("[p]");
    }
}
