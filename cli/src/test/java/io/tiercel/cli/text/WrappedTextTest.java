package io.tiercel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTextTest {
    @Test
    void linesAreBrokenBetweenWords() {
        String word = "a".repeat(49);

        assertThat(WrappedText.lines(word + " " + word.substring(1) + " b c", "- ", "  "))
                .containsExactly("- " + word + " " + word.substring(1), "  b c");
        assertThat(WrappedText.lines(word + " " + word + "bbbbb c", "- ", "  "))
                .containsExactly("- " + word, "  " + word + "bbbbb c");
        assertThat(WrappedText.lines("", "- ", "  ")).containsExactly("- ");
    }

    @Test
    void aLongWordHasItsOwnLine() {
        String word = "a".repeat(200);

        assertThat(WrappedText.lines("x " + word + " y", "", "  ")).containsExactly("x", "  " + word, "  y");
    }
}
