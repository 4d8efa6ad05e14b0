package io.tiercel.json;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text into records. A record is one line, or as many lines as close its brackets. A line that begins with a brace always
 * begins a record, so that a truncated record spoils no other. Blank lines are skipped, but counted.
 */
public final class RecordLines {
    private static final Pattern ESCAPED = Pattern.compile("\\\\.");
    /** A JSON string without escapes; strings have one line. */
    private static final Pattern STRING = Pattern.compile("\"[^\"]*+\"");

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
        StringBuilder text = new StringBuilder(first);
        long open = opened(first);
        while (open > 0) {
            String more = line();
            if (more == null || more.startsWith("{")) {
                pushBack(more);
                break;
            }
            open += opened(more);
            text.append('\n').append(more);
        }
        return Optional.of(new Lines(start, text.toString()));
    }

    /** How many brackets a line opens, less those that it closes; far below 0 if it leaves a string open, which ends the record. */
    private static long opened(String line) {
        String bare = STRING.matcher(ESCAPED.matcher(line).replaceAll("")).replaceAll("");
        if (bare.indexOf('"') >= 0) {
            return Integer.MIN_VALUE;
        }
        return bare.chars()
                .mapToLong(c -> "{[".indexOf(c) >= 0 ? 1 : "}]".indexOf(c) >= 0 ? -1 : 0)
                .sum();
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
}
