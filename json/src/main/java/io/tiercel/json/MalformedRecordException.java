package io.tiercel.json;

/** A text that is not the record it should be. The message says what was expected and what came, in one line. */
public final class MalformedRecordException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    MalformedRecordException(String message, int line, int column) {
        super(message);
        this.line = line;
        this.column = column;
    }

    /** The line within the text, from 1, at which reading ended. */
    public int line() {
        return line;
    }

    /** The column in that line, from 1; 0 where the fault lies in what the record says rather than at one place of it. */
    public int column() {
        return column;
    }
}
