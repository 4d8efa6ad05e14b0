package io.tiercel.cli.text;

import java.util.ArrayList;
import java.util.List;

/** Sentences for a terminal, broken between words. */
public final class WrappedText {
    /** Fits into most terminals. */
    private static final int COLUMNS = 100;

    private WrappedText() {}

    /**
     * The lines of a text; a longer word has a line of its own.
     *
     * @param first before the first line
     * @param others before all others
     */
    public static List<String> lines(String text, String first, String others) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean isEmpty = true;
        for (String word : text.split(" ")) {
            if (!isEmpty && line.length() + 1 + word.length() > COLUMNS) {
                lines.add(line.toString());
                line = new StringBuilder(others);
                isEmpty = true;
            }
            line.append(isEmpty ? "" : " ").append(word);
            isEmpty = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
