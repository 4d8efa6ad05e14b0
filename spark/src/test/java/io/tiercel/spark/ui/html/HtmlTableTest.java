package io.tiercel.spark.ui.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HtmlTableTest {
    private static final HtmlTable<Integer> TABLE = new HtmlTable<Integer>("t", "Number", false)
            .number("Number", "what it is", row -> row, row -> "n" + row)
            .text("Last digit", "", row -> Integer.toString(row % 10))
            .column("Picture", "", null, false, (html, row) -> html.empty("hr"));

    private static String drawn(int rows, PageParameters query) {
        HtmlWriter html = new HtmlWriter();
        TABLE.draw(html, IntStream.range(0, rows).boxed().toList(), query);
        return html.toString();
    }

    private static List<String> numbers(String html) {
        return new ArrayList<>(Pattern.compile(">(n\\d+)<")
                .matcher(html)
                .results()
                .map(MatchResult::group)
                .map(text -> text.substring(1, text.length() - 1))
                .toList());
    }

    @Test
    void showsAPageAtATime() {
        assertThat(numbers(drawn(120, PageParameters.none()))).hasSize(50).startsWith("n0", "n1");
        assertThat(numbers(drawn(120, PageParameters.none().with("t.page", "3"))))
                .hasSize(20)
                .startsWith("n100");
        assertThat(numbers(drawn(120, PageParameters.none().with("t.page", "99"))))
                .startsWith("n100");
        assertThat(numbers(drawn(120, PageParameters.none().with("t.page", "x"))))
                .startsWith("n0");
        assertThat(drawn(50, PageParameters.none())).doesNotContain("pagination");
    }

    @Test
    void isSortedByWhatTheLinkSays() {
        PageParameters byDigit =
                PageParameters.none().with("t.sort", "Last digit").with("t.desc", "true");
        assertThat(numbers(drawn(120, byDigit))).startsWith("n9", "n19").doesNotContain("n0");
        assertThat(numbers(drawn(120, PageParameters.none().with("t.desc", "true"))))
                .startsWith("n119", "n118");
        assertThat(numbers(drawn(120, PageParameters.none().with("t.sort", "Picture"))))
                .startsWith("n0");
        assertThat(numbers(drawn(120, PageParameters.none().with("t.sort", "<no such>"))))
                .startsWith("n0");
        assertThat(numbers(drawn(0, PageParameters.none()))).isEmpty();
    }

    @Test
    void linksKeepWhatElseIsChosen() {
        String html = drawn(120, PageParameters.none().with("id", "3").with("other.page", "2"));
        assertThat(html)
                .contains("href=\"?id=3&amp;other.page=2&amp;t.sort=Last+digit&amp;t.desc=false#t\"")
                .contains("href=\"?id=3&amp;other.page=2&amp;t.sort=Number&amp;t.desc=true#t\"")
                .contains("href=\"?id=3&amp;other.page=2&amp;t.page=2#t\"");
    }
}
