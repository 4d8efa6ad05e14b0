package io.tiercel.json;

/** A text is not the expected record. The message says in one line what was expected and what came. */
public final class MalformedRecordException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    MalformedRecordException(String message, int line, int column) {
        super(message);
        this.line = line;
        this.column = column;
    }

    /** The line within the text, from 1, where reading ended. */
    public int line() {
        return line;
    }

    /** The column in that line, from 1; 0 if the fault has no single place in the text. */
    public int column() {
        return column;
    }
}
