package io.tiercel.json;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text into records. A record is one line, or as many lines as close its brackets. A line that begins with a brace always
 * begins a record, so that a truncated record spoils no other. Blank lines are skipped, but counted.
 */
public final class RecordLines {
    private final BufferedReader lines;
    private @Nullable String ahead;
    private int read;

    public RecordLines(BufferedReader lines) {
        this.lines = lines;
    }

    /**
     * The text of one record.
     *
     * @param line number of its first line, from 1
     */
    public record Lines(int line, String text) {}

    /** The next record's text; empty at the end. */
    public Optional<Lines> next() throws IOException {
        String first = line();
        while (first != null && first.isBlank()) {
            first = line();
        }
        if (first == null) {
            return Optional.empty();
        }
        int start = read;
        Brackets brackets = new Brackets();
        brackets.read(first);
        if (brackets.closed()) {
            return Optional.of(new Lines(start, first));
        }
        StringBuilder text = new StringBuilder(first);
        while (!brackets.closed()) {
            String more = line();
            if (more == null || more.startsWith("{")) {
                pushBack(more);
                break;
            }
            brackets.read(more);
            text.append('\n').append(more);
        }
        return Optional.of(new Lines(start, text.toString()));
    }

    private @Nullable String line() throws IOException {
        String line = ahead != null ? ahead : lines.readLine();
        ahead = null;
        read += line == null ? 0 : 1;
        return line;
    }

    private void pushBack(@Nullable String line) {
        ahead = line;
        read -= line == null ? 0 : 1;
    }

    /** Counts brackets outside of strings. */
    private static final class Brackets {
        private int open;
        private boolean inString;
        private boolean escaped;

        void read(String line) {
            for (int i = 0; i < line.length(); i++) {
                read(line.charAt(i));
            }
        }

        private void read(char c) {
            if (escaped) {
                escaped = false;
            } else if (inString) {
                escaped = c == '\\';
                inString = c != '"';
            } else {
                switch (c) {
                    case '"' -> inString = true;
                    case '{', '[' -> open++;
                    case '}', ']' -> open--;
                    default -> {}
                }
            }
        }

        /** An unclosed string ends the record too: JSON strings have one line. */
        boolean closed() {
            return open <= 0 || inString;
        }
    }
}
