package io.tiercel.cli.sim;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** The lines of an event log. A line that is longer than any event of Spark is refused before it fills the memory. */
final class EventLines implements Closeable {
    /** Characters of a line. The longest events are plans of large queries, with some MiB. */
    static final int MOST = 64 << 20;

    private final Reader in;
    private final char[] buffer = new char[1 << 16];
    private int from;
    private int to;
    private long number;

    EventLines(Reader in) {
        this.in = in;
    }

    /** Number of the line that was asked for last, from 1. */
    long number() {
        return number;
    }

    /**
     * The next line; null at the end.
     *
     * @throws MalformedLogException if it is too long
     */
    @Nullable
    String next() throws IOException {
        number++;
        StringBuilder line = new StringBuilder();
        boolean isEmpty = true;
        while (from < to || fill()) {
            isEmpty = false;
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            line.append(buffer, from, end - from);
            if (line.length() > MOST) {
                throw new MalformedLogException(
                        "expected an event of Spark in at most " + MOST + " characters, got a longer line");
            }
            boolean isWhole = end < to;
            from = isWhole ? end + 1 : end;
            if (isWhole) {
                break;
            }
        }
        return isEmpty ? null : line.toString();
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
