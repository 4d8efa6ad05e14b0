package io.tiercel.cli;

/** Exit codes of {@code tiercel}. */
public final class ExitCodes {
    public static final int OK = 0;

    /** The command ran, and its answer is no: a check failed, something is missing. */
    public static final int NEGATIVE = 1;

    /** The user's input cannot be used: an option, a file, a record. */
    public static final int USAGE = 2;

    private ExitCodes() {}
}
